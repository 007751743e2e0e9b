//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"
#include "watch_amd64.h"

// What is written here for a line of the layout Full, {key, data} four times
// with key = hash ⊕ data:
//
//	line   k0 d0 k1 d1 k2 d2 k3 d3
//	swap   d0 k0 d1 k1 d2 k2 d3 k3      data in the even places
//	line ⊕ swap = hash in both places of the hash's own way
//
// Registers from Z16 up need no VZEROUPPER.

// Of an entry's two words: shift, mask, bias of the depth.
DATA ·entryShift+0(SB)/8, $const_metaBits
DATA ·entryShift+8(SB)/8, $0
GLOBL ·entryShift(SB), RODATA|NOPTR, $16
DATA ·entryMask+0(SB)/8, $-1
DATA ·entryMask+8(SB)/8, $const_metaMask
GLOBL ·entryMask(SB), RODATA|NOPTR, $16
DATA ·entryBias+0(SB)/8, $0
DATA ·entryBias+8(SB)/8, $const_depthBias
GLOBL ·entryBias(SB), RODATA|NOPTR, $16

// The line at offset DX of R10 is compared with the hash: Z17 is the swapped
// line, K1 has two bits for each way that holds the hash.
#define MATCH \
	VMOVDQU64 (R10)(DX*1), Z16; \
	VPSHUFD   $0x4e, Z16, Z17; \
	VPXORQ    Z16, Z17, Z18; \
	VPCMPEQQ.BCST hash+8(FP), Z18, K1

// The same for the line at R10 with AVX2: AX gets two bits for each way that
// holds the hash.
//
//	k0 d0 k2 d2, k1 d1 k3 d3    two halves of the line
//	k0 k1 k2 k3, d0 d1 d2 d3    unpacked: Y3, Y4
#define MATCH2 \
	VPBROADCASTQ hash+8(FP), Y0; \
	VMOVDQU (R10), X1; \
	VMOVDQU 16(R10), X2; \
	VINSERTI128 $1, 32(R10), Y1, Y1; \
	VINSERTI128 $1, 48(R10), Y2, Y2; \
	VPUNPCKLQDQ Y2, Y1, Y3; \
	VPUNPCKHQDQ Y2, Y1, Y4; \
	VPXOR    Y3, Y4, Y3; \
	VPCMPEQQ Y3, Y0, Y3

// func lookup(t *Table, hash uint64) (e Entry, s Slot)
//
// Without a prefetch, how many probes wait for memory at the same time depends
// on how few instructions each of them has.
TEXT ·lookup(SB), NOSPLIT|NOFRAME, $0-48
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), AX
	CMPQ AX, Table_careful(R8)
	JLS  other
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10
	MATCH
	VPCOMPRESSQ.Z Z17, K1, Z17
	VMOVD X17, BX
	ANDL $(const_genMask<<const_genShift), BX
	CMPQ BX, Table_stamp(R8)
	JNE  missed
	VPBROADCASTQ X17, X17
	VPSRLVQ ·entryShift(SB), X17, X17
	VPANDQ ·entryMask(SB), X17, X17
	VPXORQ ·entryBias(SB), X17, X17
	VMOVDQU64 X17, e_Payload+16(FP)
	MOVQ DX, s_offset+32(FP)
	KMOVW K1, s_ways+40(FP)
	RET

missed:
	TESTL BX, BX
	JNE  careful
none:
	XORL BX, BX
	MOVQ BX, e_Payload+16(FP)
	MOVB BX, e_Depth+24(FP)
	MOVB BX, e_Generation+25(FP)
	MOVQ DX, s_offset+32(FP)
	MOVW BX, s_ways+40(FP)
	RET

other: // with AVX2, or watched
	CMPQ AX, Table_careful2(R8)
	JLS  compact
	MOVQ AX, SI
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10
	ADDQ DX, R10
	MATCH2
	VMOVMSKPS Y3, AX
	VZEROUPPER
	TESTL AX, AX
	JEQ  absent
	TZCNTL AX, CX

	// The slot may be another's since: only words that agree are an entry.
	MOVQ 8(R10)(CX*8), BX
	MOVQ (R10)(CX*8), R11
	XORQ BX, R11
	CMPQ R11, SI
	JNE  careful
	MOVL BX, R11
	ANDL $(const_genMask<<const_genShift), R11
	CMPQ R11, Table_stamp(R8)
	JNE  careful
	CMPQ SI, Table_watchBelow(R8)
	JCS  watched
found:
	MOVQ BX, R11
	SHRQ $const_metaBits, R11
	MOVQ R11, e_Payload+16(FP)
	MOVB Table_stamp+1(R8), R11
	MOVB R11, e_Generation+25(FP)
	XORL $const_depthBias, BX
	MOVB BX, e_Depth+24(FP)
	MOVQ DX, s_offset+32(FP)
	MOVW AX, s_ways+40(FP)
	RET

absent:
	CMPQ SI, Table_watchBelow(R8)
	JCC  none
	MOVQ Table_watches(R8), R9
	ADDQ DX, R9
	CODE(SI, R13, R12)
	CMPQ watch_absent(R9), $0
	JLT  careful
	UNSEEN(R9, R13, R12, 15, careful)
	EXPOSURE(R10, AX)
	ADDQ AX, watch_absent(R9) // in one instruction: nothing comes between
	JMP  none

careful:
	JMP ·lookupCareful(SB)

compact: // of another layout
	JMP ·lookupCompact(SB)

watched: // only what the shadow confirms is for here
	MOVQ Table_watches(R8), R9
	MOVQ BX, R11
	SHRQ $const_metaBits, R11
	NOTE(SI, SI, R11, R12, R13)
	ADDQ DX, R9
	CMPL R11, notes(R9)(CX*2)
	JNE  careful
	INCQ watch_hits(R9) // not locked, which would hold up the probes behind
	JMP  found

// func ask(t *Table, hash uint64)
TEXT ·ask(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), AX
	MOVQ AX, CX
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10
	PREFETCHT1 (R10)(DX*1)
	CMPQ CX, Table_watchBelow(R8)
	JCS  watched
	RET

watched:
	ADDQ Table_watches(R8), DX
	PREFETCHT1 (DX)
	RET

// Writes payload BX and depth CX for the hash SI to the slot at DX of R10.
#define WRITE \
	XORL $const_depthBias, CX; \
	SHLQ $const_metaBits, BX; \
	ORQ  CX, BX; \
	ORQ  Table_stamp(R8), BX; \
	XORQ BX, SI; \
	MOVQ SI, (R10)(DX*1); \
	MOVQ BX, 8(R10)(DX*1)

// Writes a slot of a watched line and its note: as WRITE, with R9 the watch and
// AX twice the way.
TEXT noted<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ BX, R11
	NOTE(SI, SI, R11, R12, R13)
	WRITE
	ENTER(R9, notes(R9)(AX*2), R11, R12, 15)

// To a rank: 0x8000 in the places of keys, where no way is, and 1 more for
// every entry than for the hash's own.
DATA ranks<>+0(SB)/8, $0x8000
DATA ranks<>+8(SB)/8, $1
DATA ranks<>+16(SB)/8, $0x8000
DATA ranks<>+24(SB)/8, $1
DATA ranks<>+32(SB)/8, $0x8000
DATA ranks<>+40(SB)/8, $1
DATA ranks<>+48(SB)/8, $0x8000
DATA ranks<>+56(SB)/8, $1
GLOBL ranks<>(SB), RODATA|NOPTR, $64
DATA age<>+0(SB)/8, $const_genMask
GLOBL age<>(SB), RODATA|NOPTR, $8
DATA depth<>+0(SB)/8, $0xff
GLOBL depth<>(SB), RODATA|NOPTR, $8

// The same for words of data alone: nothing is in the upper halves.
#define EACH(name, value) \
	DATA name<>+0(SB)/8, $value; \
	DATA name<>+8(SB)/8, $value; \
	DATA name<>+16(SB)/8, $value; \
	DATA name<>+24(SB)/8, $value; \
	GLOBL name<>(SB), RODATA|NOPTR, $32

EACH(ranks2, 0x7fff00000001)
EACH(ages, 0xf8)
EACH(depths, 0xff)
EACH(older, 0x100)

// func keep(t *Table, hash, payload, depth uint64)
TEXT ·keep(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), SI
	MOVQ payload+16(FP), BX
	CMPQ SI, Table_carefulStore(R8)
	JLS  other
	CMPQ BX, Table_limit(R8)
	JHI  drop
	MOVQ SI, AX
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10

	// worth = (31 − age)·8 + depth, as an unsigned number of 16 bits; the least
	// rank, and of equals the first, is VPHMINPOSUW's.
	MATCH
	VPBROADCASTQ Table_stamp(R8), Z18
	VPSRLQ $const_genShift, Z18, Z18
	VPSRLQ $const_genShift, Z16, Z17
	VPSUBQ Z17, Z18, Z17
	VPANDNQ.BCST age<>(SB), Z17, Z17
	VPSLLQ $3, Z17, Z17
	VPANDQ.BCST depth<>(SB), Z16, Z16
	VPADDQ Z16, Z17, Z17
	VPADDQ ranks<>(SB), Z17, Z17
	VPXORQ Z17, Z17, K1, Z17
	VPMOVQW Z17, X16
	VMOVDQA64 X16, X0
	VPHMINPOSUW X0, X0
	VMOVD X0, AX
	SHRL $16, AX
	ANDL $6, AX
	LEAQ (DX)(AX*8), DX
write:
	MOVQ depth+24(FP), CX
	WRITE
drop:
	RET

other: // with AVX2, or watched
	CMPQ SI, Table_carefulStore2(R8)
	JLS  compact
	CMPQ BX, Table_limit(R8)
	JHI  drop
	MOVQ SI, AX
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10
	ADDQ DX, R10
	MATCH2

	// Data less the stamp of the next generation have depth in bits 0 to 7
	// and 31 − age above.
	VPBROADCASTQ Table_stamp(R8), Y0
	VPADDQ older<>(SB), Y0, Y0
	VPSUBQ Y0, Y4, Y4
	VPSRLQ $5, Y4, Y0
	VPAND  ages<>(SB), Y0, Y0
	VPAND  depths<>(SB), Y4, Y4
	VPADDQ Y0, Y4, Y4
	VPADDQ ranks2<>(SB), Y4, Y4
	VPANDN Y4, Y3, Y4
	VEXTRACTI128 $1, Y4, X0
	VPACKUSDW X0, X4, X0
	VPHMINPOSUW X0, X0
	VMOVD X0, AX
	VZEROUPPER
	SHRL $16, AX
	ANDL $6, AX
	CMPQ SI, Table_watchBelow(R8)
	JCS  watched
	SUBQ DX, R10
	LEAQ (DX)(AX*8), DX
	JMP  write

watched:
	MOVQ Table_watches(R8), R9
	ADDQ DX, R9
	CMPW marks(R9), $0
	JNE  careful
	SUBQ DX, R10
	LEAQ (DX)(AX*8), DX
	MOVQ depth+24(FP), CX
	JMP  noted<>(SB)

careful:
	JMP ·keepCareful(SB)

compact: // of another layout
	JMP ·keepCompact(SB)

// func keepAt(t *Table, hash, payload, depth uint64, s Slot)
TEXT ·keepAt(SB), NOSPLIT|NOFRAME, $0-48
	MOVWLZX s_ways+40(FP), AX
	TESTL AX, AX
	JEQ  anywhere
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), SI
	MOVQ payload+16(FP), BX
	MOVQ s_offset+32(FP), DX
	MOVQ DX, CX
	SHRQ $6, CX
	CMPQ SI, Table_carefulStore2(R8)
	JLS  compact
	CMPQ BX, Table_limit(R8)
	JHI  careful
	CMPQ CX, (Table_lines+8)(R8)
	JCC  careful
	MOVQ Table_lines(R8), R10
	BSFL AX, AX
	CMPQ CX, (Table_watches+8)(R8)
	JCS  watched
	LEAQ (DX)(AX*8), DX
	MOVQ depth+24(FP), CX
	WRITE
	RET

watched:
	MOVQ Table_watches(R8), R9
	ADDQ DX, R9
	CMPW marks(R9), $0
	JNE  careful
	LEAQ (DX)(AX*8), DX
	MOVQ depth+24(FP), CX
	JMP  noted<>(SB)

anywhere: // its arguments begin as those of keep
	JMP ·keep(SB)

careful:
	JMP ·keepAtCareful(SB)

compact: // of another layout
	JMP ·keepAtCompact(SB)
