//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"

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
entry:
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
	MOVQ BX, e_Payload+16(FP)
	MOVB BX, e_Depth+24(FP)
	MOVB BX, e_Generation+25(FP)
	MOVQ DX, s_offset+32(FP)
	MOVW BX, s_ways+40(FP)
	RET

#define WAY(w) \
	MOVQ (16*w+8)(DX)(R10*1), R11; \
	MOVQ SI, R12; \
	XORQ R11, R12; \
	MOVL $(3<<(2*w)), R13; \
	CMPQ R12, (16*w)(DX)(R10*1); \
	CMOVQEQ R11, BX; \
	CMOVQEQ R13, AX

other:
	CMPB ·vectors(SB), $0
	JEQ  scalar
	CMPQ AX, Table_watchBelow(R8)
	JCC  careful
	CMPB Table_layout(R8), $const_Full
	JNE  careful

	// A watched line: only what its shadow confirms is for here. The count is
	// not locked, which would hold up the probes behind: it may miss one of two
	// at the same moment.
	MOVQ AX, CX
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10
	MATCH
	VPCOMPRESSQ.Z Z17, K1, Z17
	VMOVD X17, BX
	ANDL $(const_genMask<<const_genShift), BX
	CMPQ BX, Table_stamp(R8)
	JNE  careful
	MOVQ CX, R9 // fold
	SHRQ $32, R9
	XORQ R9, CX
	MOVQ $const_folder, R9
	IMULQ R9, CX
	SHRQ $32, CX
	JEQ  careful
	KMOVW K1, AX
	TZCNTL AX, AX
	LEAQ (DX)(DX*2), R9 // a watch has three cache lines
	ADDQ Table_watches(R8), R9
	CMPL CX, watch_codes(R9)(AX*2)
	JNE  careful
	INCQ (watch_account+account_hits)(R9)
	JMP  entry

scalar:
	CMPQ AX, Table_carefulScalar(R8)
	JLS  careful
	MOVQ AX, SI
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10
	XORL BX, BX
	XORL AX, AX
	WAY(3)
	WAY(2)
	WAY(1)
	WAY(0)
	MOVL BX, CX
	ANDL $(const_genMask<<const_genShift), CX
	JEQ  none
	CMPQ CX, Table_stamp(R8)
	JNE  careful
	SHRL $const_genShift, CX
	MOVB CX, e_Generation+25(FP)
	MOVL BX, CX
	XORL $const_depthBias, CX
	MOVB CX, e_Depth+24(FP)
	SHRQ $const_metaBits, BX
	MOVQ BX, e_Payload+16(FP)
	MOVQ DX, s_offset+32(FP)
	MOVW AX, s_ways+40(FP)
	RET

careful:
	JMP ·lookupCareful(SB)

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
	LEAQ (DX)(DX*2), DX
	ADDQ Table_watches(R8), DX
	PREFETCHT1 (DX)
	RET

// func prefetch(p unsafe.Pointer)
TEXT ·prefetch(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ p+0(FP), AX
	PREFETCHT1 (AX)
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

// func keep(t *Table, hash, payload, depth uint64)
TEXT ·keep(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), SI
	MOVQ payload+16(FP), BX
	CMPQ SI, Table_carefulStore(R8)
	JLS  careful
	CMPQ BX, Table_limit(R8)
	JHI  drop
	MOVQ SI, AX
	MULQ (Table_lines+8)(R8)
	SHLQ $6, DX
	MOVQ Table_lines(R8), R10
	CMPB ·vectors(SB), $0
	JEQ  scalar

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

// Ranks way w; the least rank so far is R11. It is 4·worth + w, or w − 2^20
// for the hash's own. R13 is the generation + 1.
#define RANK(w) \
	MOVQ (16*w+8)(DX)(R10*1), R12; \
	MOVQ R12, AX; \
	SHRQ $const_genShift, AX; \
	SUBQ R13, AX; \
	ANDL $const_genMask, AX; \
	SHLL $5, AX; \
	MOVBLZX R12, CX; \
	LEAL w(AX)(CX*4), CX; \
	MOVL $(w-0x100000), AX; \
	XORQ SI, R12; \
	CMPQ R12, (16*w)(DX)(R10*1); \
	CMOVLEQ AX, CX; \
	CMPL CX, R11; \
	CMOVLLT CX, R11

scalar:
	MOVQ Table_stamp(R8), R13
	SHRQ $const_genShift, R13
	INCQ R13
	MOVL $0x100000, R11
	RANK(0)
	RANK(1)
	RANK(2)
	RANK(3)
	ANDL $3, R11
	SHLL $4, R11
	ADDQ R11, DX
	JMP  write

careful:
	JMP ·keepCareful(SB)

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
	CMPQ SI, Table_carefulStore(R8)
	JLS  careful
	CMPQ BX, Table_limit(R8)
	JHI  careful
	CMPQ CX, (Table_lines+8)(R8)
	JCC  careful
	MOVQ Table_lines(R8), R10
	BSFL AX, AX
	LEAQ (DX)(AX*8), DX
	MOVQ depth+24(FP), CX
	WRITE
	RET

anywhere: // its arguments begin as those of keep
	JMP ·keep(SB)

careful:
	JMP ·keepAtCareful(SB)
