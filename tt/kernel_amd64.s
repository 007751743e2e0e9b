//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"
#include "watch_amd64.h"

// A line of the layout Full is k0 k1 k2 k3 d0 d1 d2 d3 with key = hash ⊕ data.
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

// Finds the line of the hash DX: R10.
#define LINE \
	MULXQ (Table_lines+8)(R8), R9, R10; \
	SHLQ $6, R10; \
	ADDQ Table_lines(R8), R10

// Compares the line with the hash: Y16 is its data, K1 has a bit for each way
// that holds the hash, IS, or for each that does not, NOT.
#define IS  $0
#define NOT $4
#define MATCH(comparison) \
	VMOVDQU64 32(R10), Y16; \
	VPXORQ (R10), Y16, Y17; \
	VPCMPQ.BCST comparison, hash+8(FP), Y17, K1

// The same with AVX2: Y0 is the data where Y1 says so.
#define MATCH2 \
	VPBROADCASTQ hash+8(FP), Y0; \
	VPXOR    (R10), Y0, Y0; \
	VPCMPEQQ 32(R10), Y0, Y1

// func lookup(t *Table, hash uint64) (e Entry, s Slot)
//
// Without a prefetch, how many probes wait for memory at the same time depends
// on how few instructions each of them has.
TEXT ·lookup(SB), NOSPLIT|NOFRAME, $0-34
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), DX
	CMPQ DX, Table_careful(R8)
	JLS  other
	LINE
	MATCH(IS)
	VPCOMPRESSQ.Z Y16, K1, Y17
	VMOVD X17, BX
	ANDL $(const_genMask<<const_genShift), BX
	CMPQ BX, Table_stamp(R8)
	JNE  missed
	VPBROADCASTQ X17, X17
	VPSRLVQ ·entryShift(SB), X17, X17
	VPANDQ ·entryMask(SB), X17, X17
	VPXORQ ·entryBias(SB), X17, X17
	VMOVDQU64 X17, e_Payload+16(FP)
	KMOVW K1, s_ways+32(FP)
	RET

missed:
	TESTL BX, BX
	JNE  careful
none:
	NOTHING

other: // with AVX2, or watched
	CMPQ DX, Table_careful2(R8)
	JLS  compact
	LINE
	MATCH2
	VMOVMSKPD Y1, AX
	VPAND Y1, Y0, Y0
	ANSWER(twice, missed2)
	CMPQ DX, Table_watchBelow(R8)
	JCS  watched
	RET

missed2:
	VZEROUPPER
	TESTL BX, BX
	JNE  careful
	CMPQ DX, Table_watchBelow(R8)
	JCC  none
	WATCH
	CODE(DX, R13, R12)
	CMPQ watch_absent(R9), $0
	JLT  careful
	UNSEEN(R9, R13, R12, 15, careful)
	EXPOSURE4(R9, R12, AX)
	ADDQ AX, watch_absent(R9) // in one instruction: nothing comes between
	JMP  none

twice: // two slots hold the hash, and Y0 mixes them
	VZEROUPPER
careful:
	JMP ·lookupCareful(SB)

compact: // of another layout
	JMP ·lookupCompact(SB)

watched: // its hash is verified whole
	WATCH
	INCQ watch_hits(R9) // not locked, which would hold up the probes behind
	RET

// func ask(t *Table, hash uint64)
//
// Any address within a line asks for it.
TEXT ·ask(SB), NOSPLIT|NOFRAME, $0-16
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), DX
	MULXQ Table_bytes(R8), R9, R10
	MOVQ Table_lines(R8), R9
	PREFETCHT1 (R9)(R10*1)
	CMPQ DX, Table_watchBelow(R8)
	JCS  watched
	RET

watched:
	MOVQ Table_watches(R8), R9
	PREFETCHT1 (R9)(R10*1)
	RET

// Writes payload BX and depth CX for the hash DX to the way AX of the line R10.
#define WRITE \
	XORL $const_depthBias, CX; \
	SHLQ $const_metaBits, BX; \
	ORQ  CX, BX; \
	ORQ  Table_stamp(R8), BX; \
	XORQ BX, DX; \
	MOVQ DX, (R10)(AX*8); \
	MOVQ BX, 32(R10)(AX*8)

// Writes a slot of a watched line and its note: as WRITE, with R9 the watch.
TEXT noted<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ BX, R11
	NOTE(DX, DX, R11, R12, R13)
	WRITE
	ENTER(R9, notes(R9)(AX*4), R11, R12, 15)

// Data less the stamp of the next generation has depth in the low byte and 31 − age
// in the next, below the payload; their sum, by weights, is its worth. The rank is 0
// for the hash's own, else 1 more than the worth; above it a number that is greater.
#define EACH(name, value) \
	DATA name<>+0(SB)/8, $value; \
	DATA name<>+8(SB)/8, $value; \
	DATA name<>+16(SB)/8, $value; \
	DATA name<>+24(SB)/8, $value; \
	GLOBL name<>(SB), RODATA|NOPTR, $32

EACH(older, 1<<const_genShift)
EACH(metas, const_metaMask)
EACH(weights, 0x0801)
EACH(ranks, 0x7fff0001)

// func keep(t *Table, hash, payload, depth uint64)
TEXT ·keep(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), DX
	MOVQ payload+16(FP), BX
	CMPQ DX, Table_carefulStore(R8)
	JLS  other
	CMPQ BX, Table_limit(R8)
	JHI  drop
	LINE
	MATCH(NOT)
	VPSUBQ.BCST Table_stamp(R8), Y16, Y16
	VPSUBQ older<>(SB), Y16, Y16
	VPANDQ metas<>(SB), Y16, Y16
	VPMADDUBSW weights<>(SB), Y16, Y16
	VPADDQ.Z ranks<>(SB), Y16, K1, Y16
	VPMOVQD Y16, X16

	// The least of eight ranks, and of equals the first; only even places are ways.
	VMOVDQA64 X16, X0
	VPHMINPOSUW X0, X0
	VMOVD X0, AX
	SHRL $17, AX
write:
	MOVQ depth+24(FP), CX
	WRITE
drop:
	RET

other: // with AVX2, or watched
	CMPQ DX, Table_carefulStore2(R8)
	JLS  compact
	CMPQ BX, Table_limit(R8)
	JHI  drop
	LINE
	MATCH2
	VMOVDQU 32(R10), Y0
	VPBROADCASTQ Table_stamp(R8), Y2
	VPADDQ older<>(SB), Y2, Y2
	VPSUBQ Y2, Y0, Y0
	VPAND  metas<>(SB), Y0, Y0
	VPMADDUBSW weights<>(SB), Y0, Y0
	VPADDQ ranks<>(SB), Y0, Y0
	VPANDN Y0, Y1, Y1
	VEXTRACTI128 $1, Y1, X0
	VSHUFPS $0x88, X0, X1, X0
	VPHMINPOSUW X0, X0
	VMOVD X0, AX
	VZEROUPPER
	SHRL $17, AX
	CMPQ DX, Table_watchBelow(R8)
	JCC  write
	UNMARKED(careful)
	MOVQ depth+24(FP), CX
	JMP  noted<>(SB)

careful:
	JMP ·keepCareful(SB)

compact: // of another layout
	JMP ·keepCompact(SB)

// func keepAt(t *Table, hash, payload, depth uint64, s Slot)
TEXT ·keepAt(SB), NOSPLIT|NOFRAME, $0-34
	MOVWLZX s_ways+32(FP), AX
	TESTL AX, AX
	JEQ  anywhere
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), DX
	MOVQ payload+16(FP), BX
	CMPQ DX, Table_carefulStore2(R8)
	JLS  compact
	CMPQ BX, Table_limit(R8)
	JHI  careful
	TESTL $15, AX
	JEQ  careful
	BSFL AX, AX
	LINE
	MOVQ depth+24(FP), CX
	CMPQ DX, Table_watchBelow(R8)
	JCS  watched
	WRITE
	RET

watched:
	UNMARKED(careful)
	JMP  noted<>(SB)

anywhere: // its arguments begin as those of keep
	JMP ·keep(SB)

careful:
	JMP ·keepAtCareful(SB)

compact: // of another layout
	JMP ·keepAtCompact(SB)
