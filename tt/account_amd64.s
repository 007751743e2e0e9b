//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"
#include "watch_amd64.h"

// Finds the watch R9 of the hash DX with twice the place AX, and its code R13; R12
// becomes the shortener.
#define WATCHED \
	MOVQ (R15)(AX*4), DX; \
	MULXQ (Table_lines+8)(R8), R12, R9; \
	SHLQ $6, R9; \
	ADDQ Table_watches(R8), R9; \
	CODE(DX, R13, R12)

// Goes on where an entry is what a note says: always in the layout Full, which
// verifies all that a code is made of.
#define JUDGE4 JMP seen
#define JUDGE8 \
	WATCHED; \
	MOVQ (SI)(AX*8), R11; \
	MOVQ Table_shift(R8), R10; \
	SHLXQ R10, DX, R10; \
	NOTED(R10, R11, R13, R12); \
	VMOVD R11, X0; \
	VPBROADCASTD X0, Y0; \
	VPCMPEQD compactNotes(R9), Y0, Y0; \
	VMOVMSKPS Y0, R11; \
	TESTL R11, R11; \
	JNE  seen

// The body of accountBatch in a layout: R8 table, R15 hashes, SI entries, DI
// list, R14 its end, BX the end of what is left of it, CX the sum of misses.
#define ACCOUNT(judge, mask, exposure) \
	MOVQ t+0(FP), R8; \
	MOVQ hashes+8(FP), R15; \
	MOVQ entries+16(FP), SI; \
	MOVQ list+24(FP), DI; \
	MOVQ noted+32(FP), AX; \
	LEAQ (DI)(AX*4), R14; \
	MOVQ DI, BX; \
	XORL CX, CX; \
	CMPQ DI, R14; \
	JEQ  end; \
next: \
	MOVL (DI), AX; \
	CMPB 9(SI)(AX*8), $0; \
	JNE  found; \
	WATCHED; \
	UNSEEN(R9, R13, R12, mask, leave); \
	exposure(R9, R12, AX); \
	ADDQ AX, CX; \
seen: \
	ADDQ $4, DI; \
	CMPQ DI, R14; \
	JNE  next; \
end: \
	VZEROUPPER; \
	SUBQ list+24(FP), BX; \
	SHRQ $2, BX; \
	MOVQ BX, left+40(FP); \
	MOVQ CX, absent+48(FP); \
	RET; \
found: \
	judge; \
leave: \
	MOVL (DI), AX; \
	MOVL AX, (BX); \
	ADDQ $4, BX; \
	JMP  seen

// func accountBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, noted uint64) (left, absent uint64)
TEXT ·accountBatch(SB), NOSPLIT|NOFRAME, $0-56
	ACCOUNT(JUDGE4, 15, EXPOSURE4)

// func accountCompact(t *Table, hashes *uint64, entries *Entry, list *uint32, noted uint64) (left, absent uint64)
TEXT ·accountCompact(SB), NOSPLIT|NOFRAME, $0-56
	ACCOUNT(JUDGE8, 7, EXPOSURE8)
