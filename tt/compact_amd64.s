//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"
#include "watch_amd64.h"

// The layout Compact: eight words {tag | payload | management} in a line. What
// is written for a probe or a store begins where kernel_amd64.s has found that
// the layout is not Full.

// The low 13 bits of each of eight words, by halves of 32 bits.
#define EACH(name, value) \
	DATA name<>+0(SB)/4, $value; \
	DATA name<>+4(SB)/4, $value; \
	DATA name<>+8(SB)/4, $value; \
	DATA name<>+12(SB)/4, $value; \
	DATA name<>+16(SB)/4, $value; \
	DATA name<>+20(SB)/4, $value; \
	DATA name<>+24(SB)/4, $value; \
	DATA name<>+28(SB)/4, $value; \
	GLOBL name<>(SB), RODATA|NOPTR, $32

EACH(older, 1<<const_genShift)
EACH(metas, const_metaMask)
EACH(weights, 0x0801)
EACH(one, 1)

// Finds the line of the hash DX, R10, and its tag where words have it, R9, given
// the shift CX. An empty slot looks like an entry with the tag 0: where that is
// wanted, Go finds it.
#define LINE \
	MULXQ (Table_lines+8)(R8), R9, R10; \
	SHLQ  $6, R10; \
	ADDQ  Table_lines(R8), R10; \
	SHLXQ CX, DX, R9; \
	TESTQ R9, R9; \
	JEQ   careful

// Compares the line's words with the tag: Y1 and Y2 are the words less the tag,
// where Y3 and Y4 say so.
#define MATCH \
	VMOVQ R9, X0; \
	VPBROADCASTQ X0, Y0; \
	VMOVQ CX, X5; \
	VPXOR X6, X6, X6; \
	VPXOR (R10), Y0, Y1; \
	VPXOR 32(R10), Y0, Y2; \
	VPSRLQ X5, Y1, Y3; \
	VPSRLQ X5, Y2, Y4; \
	VPCMPEQQ Y3, Y6, Y3; \
	VPCMPEQQ Y4, Y6, Y4

// func lookupCompact(t *Table, hash uint64) (e Entry, s Slot)
TEXT ·lookupCompact(SB), NOSPLIT|NOFRAME, $0-34
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), DX
	MOVQ Table_compact(R8), CX
	TESTQ CX, CX
	JEQ  careful
	LINE
	MATCH
	VMOVMSKPD Y3, AX
	VMOVMSKPD Y4, BX
	SHLL $4, BX
	ORL  BX, AX
	VPAND Y3, Y1, Y1
	VPAND Y4, Y2, Y2
	VPOR Y1, Y2, Y0
	ANSWER(twice, missed)
	CMPQ DX, Table_watchBelow(R8)
	JCS  watched
	RET

missed:
	VZEROUPPER
	TESTL BX, BX
	JNE  careful
	CMPQ DX, Table_watchBelow(R8)
	JCS  unseen
none:
	NOTHING

unseen:
	WATCH
	CODE(DX, R13, R12)
	CMPQ watch_absent(R9), $0
	JLT  careful
	UNSEEN(R9, R13, R12, 7, careful)
	EXPOSURE8(R9, R12, AX)
	VZEROUPPER
	ADDQ AX, watch_absent(R9) // in one instruction: nothing comes between
	JMP  none

twice: // two slots have the tag, and Y0 mixes them
	VZEROUPPER
careful:
	JMP ·lookupCareful(SB)

watched: // only what the shadow confirms is for here
	TZCNTL AX, SI
	MOVQ e_Payload+16(FP), R11
	NOTE(DX, R9, R11, R12, R13)
	WATCH
	CMPL R11, compactNotes(R9)(SI*4)
	JNE  careful
	INCQ watch_hits(R9) // not locked, which would hold up the probes behind
	RET

// Writes payload BX and depth CX with a tag to the word AX of the line at R10.
#define WRITE(tag) \
	XORL $const_depthBias, CX; \
	SHLQ $const_metaBits, BX; \
	ORQ  CX, BX; \
	ORQ  Table_stamp(R8), BX; \
	ORQ  tag, BX; \
	MOVQ BX, (R10)(AX*8)

// Writes a slot of a watched line and its note: as WRITE, with DX the hash, R11
// the tag and R9 the watch.
TEXT noted<>(SB), NOSPLIT|NOFRAME, $0-0
	MOVQ BX, SI
	NOTE(DX, R11, SI, R12, R13)
	WRITE(R11)
	ENTER(R9, compactNotes(R9)(AX*4), SI, R12, 7)

// func keepCompact(t *Table, hash, payload, depth uint64)
TEXT ·keepCompact(SB), NOSPLIT|NOFRAME, $0-32
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), DX
	MOVQ payload+16(FP), BX
	MOVQ Table_compactStore(R8), CX
	TESTQ CX, CX
	JEQ  careful
	CMPQ BX, Table_limit(R8)
	JHI  drop
	LINE
	MATCH

	// The low halves of the words in the order 0 1 4 5 2 3 6 7. Less the stamp of
	// the next generation they have depth in the low byte and 31 − age in the next;
	// their sum, by weights, is the worth. The rank is 0 for the hash's own, else
	// 1 + worth; the least one, and of equals the first, is VPHMINPOSUW's.
	VSHUFPS $0x88, Y2, Y1, Y1
	VSHUFPS $0x88, Y4, Y3, Y3
	VPBROADCASTD Table_stamp(R8), Y0
	VPADDD older<>(SB), Y0, Y0
	VPSUBD Y0, Y1, Y1
	VPAND  metas<>(SB), Y1, Y1
	VPMADDUBSW weights<>(SB), Y1, Y1
	VPADDD one<>(SB), Y1, Y1
	VPANDN Y1, Y3, Y1
	VEXTRACTI128 $1, Y1, X0
	VPACKUSDW X0, X1, X1
	VPSHUFD $0xd8, X1, X1
	VPHMINPOSUW X1, X1
	VMOVD X1, AX
	VZEROUPPER
	SHRL $16, AX
	MOVQ depth+24(FP), CX
	CMPQ DX, Table_watchBelow(R8)
	JCS  watched
	WRITE(R9)
drop:
	RET

watched:
	MOVQ R9, R11
	UNMARKED(careful)
	JMP  noted<>(SB)

careful:
	JMP ·keepCareful(SB)

// func keepAtCompact(t *Table, hash, payload, depth uint64, s Slot)
TEXT ·keepAtCompact(SB), NOSPLIT|NOFRAME, $0-34
	MOVQ t+0(FP), R8
	MOVQ hash+8(FP), DX
	MOVQ payload+16(FP), BX
	MOVWLZX s_ways+32(FP), AX // not 0
	MOVQ Table_compactStore(R8), CX
	TESTQ CX, CX
	JEQ  careful
	CMPQ BX, Table_limit(R8)
	JHI  careful
	LINE
	BSFL AX, AX
	MOVQ depth+24(FP), CX
	CMPQ DX, Table_watchBelow(R8)
	JCS  watched
	WRITE(R9)
	RET

watched:
	MOVQ R9, R11
	UNMARKED(careful)
	JMP  noted<>(SB)

careful:
	JMP ·keepAtCareful(SB)
