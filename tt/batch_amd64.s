//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"
#include "watch_amd64.h"
#include "batch_amd64.h"

// What the kernel keeps on the stack: the first of the watches; in the list, the
// end of the hashes left to Go, that of those whose shadows it has asked for, and
// how far it may grow before the next account; the sum of misses; registers of the
// loops, during an account; and up to which generation an entry is judged: 0 in
// the layout Full, which verifies the whole hash, so that what it finds is right.
#define watches  0(SP)
#define judged   8(SP)
#define shadowed 16(SP)
#define limit    24(SP)
#define absents  32(SP)
#define hashes0  40(SP)
#define entries0 48(SP)
#define left0    56(SP)
#define hits0    64(SP)
#define sure     72(SP)

// And of up to 16 hashes, what they are judged by: where their shadows are, the
// hashes, and the entries found, while these are in the first cache.
#define SHADOWS    80(SP)
#define HASHES     208(SP)
#define FOUND      336(SP)
#define GENERATION 345(SP)

// Asks for the line of the hash that is 96 places on. Its offset is shifted by
// multiplications, which take three cycles each: it pays to let the loads before
// it go first. On Zen 4 at 1 GiB a probe takes 5.4 ns with three of them, 5.7 with
// two; while a neighbour has half of the core, 0.1 ns more.
#define AHEAD(j) \
	MOVQ (8*(j+96))(DI), DX; \
	MULXQ R9, AX, R10; \
	IMUL3Q $4, R10, R10; \
	IMUL3Q $4, R10, R10; \
	IMUL3Q $4, R10, R10; \
	PREFETCHT1 (R8)(R10*1)

// Brings the line of the hash that is 8 places on from the second cache into the
// first: 0.8 ns a probe.
#define TOUCH(j) \
	FIND(j+8, R10); \
	PREFETCHT0 (R8)(R10*1)

// Takes the data of hash j of four, or 0, to both places of its entry in Z20.
#define TAKE(j, line, entry) \
	VMOVDQU64 32(R8)(line*1), Y16; \
	VPXORQ (R8)(line*1), Y16, Y17; \
	VPCMPEQQ.BCST (8*j)(DI), Y17, K1; \
	VPCOMPRESSQ.Z Y16, K1, Y17; \
	VPBROADCASTQ X17, entry, Z20

// The same in the layout Compact, whose words are compared less the tag. An empty
// slot, which looks like one with the tag 0, is none.
#define TAKEC(j, line, entry) \
	VPBROADCASTQ (8*j)(DI), Z17; \
	VPSLLQ  X29, Z17, Z17; \
	VPXORQ  (R8)(line*1), Z17, Z17; \
	VPTESTMQ Z17, Z17, K1; \
	VPCMPUQ $1, Z30, Z17, K1, K1; \
	VPCOMPRESSQ.Z Z17, K1, Z17; \
	VPBROADCASTQ X17, entry, Z20

// The bits of the generation in the second word.
DATA generations<>+0(SB)/8, $0
DATA generations<>+8(SB)/8, $(const_genMask<<const_genShift)
GLOBL generations<>(SB), RODATA|NOPTR, $16

// Twice the places of the four hashes in the batch, so that an address of either
// array is one of a multiple.
DATA places<>+0(SB)/4, $0
DATA places<>+4(SB)/4, $2
DATA places<>+8(SB)/4, $4
DATA places<>+12(SB)/4, $6
GLOBL places<>(SB), RODATA|NOPTR, $16
DATA eight<>+0(SB)/4, $8
GLOBL eight<>(SB), RODATA|NOPTR, $4

// Makes four entries of the data in Z20, and notes which hashes are watched.
#define ENTRIES \
	VPTESTMQ Z20, Z20, K2; \
	VPSRLVQ Z21, Z20, Z16; \
	VPANDQ Z22, Z16, Z16; \
	VPXORQ Z23, Z16, K2, Z16; \
	VMOVDQU64 Z16, (SI); \
	KMOVW K2, AX; \
	POPCNTL AX, AX; \
	ADDQ AX, R14; \
	VPXORQ.Z Z24, Z16, K2, Z16; \
	VPORQ Z16, Z25, Z25; \
	VMOVDQU64 (DI), Y18; \
	VPCMPUQ $6, Y18, Y28, K1; \
	KMOVW K1, AX; \
	POPCNTL AX, AX; \
	VPCOMPRESSD.Z X27, K1, X16; \
	VMOVDQU32 X16, (R15); \
	LEAQ (R15)(AX*4), R15; \
	VPADDD.BCST eight<>(SB), X27, X27; \
	ADDQ $32, DI; \
	ADDQ $64, SI

DATA misses<>+0(SB)/8, $const_miss
GLOBL misses<>(SB), RODATA|NOPTR, $8

// The loops of a layout: as long as there are hashes to ask for, to the last four,
// and these.
#define LOOPS(take, begin, ahead, rest, last) \
begin: \
	CMPQ CX, $100; \
	JLT  rest; \
ahead: \
	AHEAD(0); \
	take(0, R11, K4); \
	FIND(4, R11); \
	TOUCH(0); \
	AHEAD(1); \
	take(1, R12, K5); \
	FIND(5, R12); \
	TOUCH(1); \
	AHEAD(2); \
	take(2, R13, K6); \
	FIND(6, R13); \
	TOUCH(2); \
	AHEAD(3); \
	take(3, BX, K7); \
	FIND(7, BX); \
	TOUCH(3); \
	ENTRIES; \
	SUBQ $4, CX; \
	CMPQ R15, limit; \
	JCC  account; \
	CMPQ CX, $100; \
	JGE  ahead; \
	JMP  resume; \
rest: \
	CMPQ CX, $8; \
	JLT  last; \
	take(0, R11, K4); \
	FIND(4, R11); \
	take(1, R12, K5); \
	FIND(5, R12); \
	take(2, R13, K6); \
	FIND(6, R13); \
	take(3, BX, K7); \
	FIND(7, BX); \
	ENTRIES; \
	SUBQ $4, CX; \
	CMPQ R15, limit; \
	JCS  rest; \
	JMP  account; \
last: \
	take(0, R11, K4); \
	take(1, R12, K5); \
	take(2, R13, K6); \
	take(3, BX, K7); \
	ENTRIES; \
	SUBQ $4, CX; \
	JMP  drain

// func lookupBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, count, from, generation uint64) (next, hits, noted, left, absent, stale uint64)
//
// With AVX-512. R14 is twice the hits, Z25 the union of the differences of
// generation, X27 twice the places of four hashes, Y28 the limit of watched
// ones; X29 is the shift of the layout Compact and Z30 1 shifted so; K3 says
// which of the words where Compact has its notes are some.
TEXT ·lookupBatch(SB), NOSPLIT, $592-104
	MOVQ t+0(FP), AX
	MOVQ Table_shift(AX), BX
	VMOVQ BX, X29
	MOVL $1, CX
	SHLXQ BX, CX, BX
	VPBROADCASTQ BX, Z30
	MOVQ Table_lines(AX), R8
	MOVQ (Table_lines+8)(AX), R9
	VPBROADCASTQ Table_watchBelow(AX), Y28
	MOVQ Table_watches(AX), BX
	TESTQ BX, BX
	CMOVQEQ R8, BX
	MOVQ BX, watches
	MOVL $0xf0, R10
	XORL DX, DX
	CMPB Table_layout(AX), $const_Full
	JEQ  four
	MOVL $0xff, R10
	MOVL $0xff, DX
four:
	MOVQ DX, sure
	KMOVW R10, K3
	BEGIN
	LEAL (R11)(R11*1), R10
	VPBROADCASTD R10, X27
	VPADDD places<>(SB), X27, X27
	MOVQ generation+48(FP), BX
	SHLQ $const_genShift, BX
	VBROADCASTI64X2 generations<>(SB), Z26
	VPBROADCASTQ BX, Z24
	VPANDQ Z26, Z24, Z24
	VBROADCASTI64X2 ·entryShift(SB), Z21
	VBROADCASTI64X2 ·entryMask(SB), Z22
	VBROADCASTI64X2 ·entryBias(SB), Z23
	VPXORQ Z25, Z25, Z25
	MOVL $0x03, AX
	KMOVW AX, K4
	MOVL $0x0c, AX
	KMOVW AX, K5
	MOVL $0x30, AX
	KMOVW AX, K6
	MOVL $0xc0, AX
	KMOVW AX, K7
	XORL R14, R14
	MOVQ R14, absents
	MOVQ R14, noted+72(FP)
	MOVQ list+24(FP), R15 // after the last global: linked dynamically, those take R15
	MOVQ R15, judged
	MOVQ R15, shadowed
	TESTQ R11, R11
	JNE  resume
	FIRST(BX)

// Enters a loop, with what the list may grow by: little where no more lines are
// asked for, so that the shadows come before the end.
resume:
	MOVQ shadowed, AX
	LEAQ 4(AX), DX
	ADDQ $(4*const_batchNotes), AX
	CMPQ CX, $100
	CMOVQGE AX, DX
	MOVQ DX, limit
	CMPQ R15, DX
	JCC  account
	FIND(0, R11)
	FIND(1, R12)
	FIND(2, R13)
	FIND(3, BX)
	MOVQ t+0(FP), R10
	CMPB Table_layout(R10), $const_Full
	JNE  begin8
	LOOPS(TAKE, begin4, ahead4, rest4, last4)
	LOOPS(TAKEC, begin8, ahead8, rest8, last8)

// Judges what was found for the hashes in the list whose shadows have come, and
// asks for the shadows of the others. DI is a place in the list, R14 the end, BX
// the end of what is left of it, CX the sum of misses, R13 a place among what they
// are judged by, R8 the shift, R12 the shortener; then R15 hashes, SI entries.
drain:
	CMPQ R15, judged
	JEQ  out
account:
	MOVQ DI, hashes0
	MOVQ SI, entries0
	MOVQ CX, left0
	MOVQ R14, hits0
	MOVQ R15, limit // for now, the end of the list
	MOVQ absents, CX
	MOVQ judged, DI
	MOVQ shadowed, R14
	MOVQ DI, BX
	CMPQ DI, R14
	JEQ  judgedAll
	MOVQ R14, AX
	SUBQ DI, AX
	ADDQ AX, noted+72(FP)
	MOVQ $const_shortener, R12
	MOVQ t+0(FP), R8
	MOVQ Table_shift(R8), R8
	XORL R13, R13
judge:
	MOVQ SHADOWS(R13*1), R10
	MOVQ HASHES(R13*1), DX
	CODED(DX, SI, R12)
	CMPB GENERATION(R13*2), $0
	JEQ  nothing
	MOVQ FOUND(R13*2), R11
	SHLXQ R8, DX, AX
	NOTED(AX, R11, SI, R12)
	VPBROADCASTD R11, Y17
	VPCMPEQD compactNotes(R10), Y17, K1
	KTESTW K1, K1
	JEQ  leave
seen:
	ADDQ $8, R13
	ADDQ $4, DI
	CMPQ DI, R14
	JNE  judge
judgedAll:
	MOVQ CX, absents
	MOVQ BX, judged
	MOVQ limit, R14
	CMPQ DI, R14
	JEQ  asked
	MOVQ hashes+8(FP), R15
	MOVQ entries+16(FP), SI
	MOVQ watches, R11
	MOVQ sure, R12
	XORL R13, R13
ask:
	MOVL (DI), AX
	ADDQ $4, DI
	VMOVDQU64 (SI)(AX*8), X16
	CMPB 9(SI)(AX*8), R12
	JHI  right
	MOVL AX, (BX)
	ADDQ $4, BX
	MOVQ (R15)(AX*4), DX
	MULXQ R9, AX, R10
	SHLQ $6, R10
	ADDQ R11, R10
	PREFETCHT1 (R10)
	MOVQ R10, SHADOWS(R13*1)
	MOVQ DX, HASHES(R13*1)
	VMOVDQU64 X16, FOUND(R13*2)
	ADDQ $8, R13
	CMPQ DI, R14
	JNE  ask
	JMP  asked
right:
	ADDQ $4, noted+72(FP)
	CMPQ DI, R14
	JNE  ask
asked:
	MOVQ BX, shadowed
	MOVQ BX, R15
	MOVQ hashes0, DI
	MOVQ entries0, SI
	MOVQ hits0, R14
	MOVQ CX, R10
	MOVQ left0, CX
	MOVQ t+0(FP), R8
	MOVQ Table_lines(R8), R8
	TESTQ CX, CX
	JEQ  drain
	TESTQ R10, R10 // a sum that runs full
	JLT  drain
	MOVQ list+24(FP), AX
	ADDQ $(4*const_batchLeft), AX
	CMPQ judged, AX
	JCS  resume
	JMP  drain

nothing:
	VPBROADCASTW SI, Y17
	VPCMPEQW lost(R10), Y17, K1 // Compact has notes in half of it: at worst, it is left to Go
	KTESTW K1, K1
	JNE  leave
	CMPW marks(R10), $0
	JNE  leave
	VMOVDQU32 compactNotes(R10), Y17
	VPTESTMD Y17, Y17, K3, K1
	KMOVW K1, AX
	POPCNTL AX, AX
	ADDQ AX, CX
	ADDQ misses<>(SB), CX
	JMP  seen

leave:
	MOVL (DI), AX
	MOVL AX, (BX)
	ADDQ $4, BX
	JMP  seen

out:
	SHRQ $1, R14
	MOVQ R14, hits+64(FP)
	VPTESTMQ Z25, Z26, K1
	KMOVW K1, AX
	MOVQ AX, stale+96(FP)
	MOVQ count+32(FP), AX
	SUBQ CX, AX
	MOVQ AX, next+56(FP)
	MOVQ judged, R15
	SUBQ list+24(FP), R15
	SHRQ $2, R15
	MOVQ R15, left+80(FP)
	SHRQ $2, noted+72(FP)
	MOVQ absents, AX
	MOVQ AX, absent+88(FP)
	RET
