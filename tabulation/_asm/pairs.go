package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// pairs writes a kernel for a family whose first tables have entries of two words, which are loaded and combined
// whole. Derived characters select from the second tables. An index costs one rotation and one mask. Of a key of
// width bytes, chars are looked up in the first tables. If there is one second table, its index is the rest of the
// key, twisted. A round is two keys.
func pairs(name, key string, width, chars, second int) {
	TEXT(name, NOSPLIT, "func(dst *uint64, src *"+key+", n int, tables *uint64)")
	Pragma("noescape")
	Doc(name + " sets n hashes, an even number above 0; the tables follow one another.")
	dst, src, n, tables := pointer("dst"), pointer("src"), pointer("n"), pointer("tables")
	Label("next")
	for round := range 2 {
		k, sum := GP64(), XMM()
		if width == 8 {
			MOVQ(Mem{Base: src, Disp: 8 * round}, k)
		} else {
			MOVL(Mem{Base: src, Disp: 4 * round}, k.As32())
		}
		for c := range chars {
			i := GP64()
			RORXQ(U8((8*c+60)%64), k, i) // byte c, times 16
			ANDL(U32(0xff0), i.As32())
			entry := Mem{Base: tables, Index: i, Scale: 1, Disp: 4096 * c}
			if c == 0 {
				VMOVDQU(entry, sum)
			} else {
				VPXOR(entry, sum, sum)
			}
		}
		hash, derived := GP64(), GP64()
		VMOVQ(sum, hash)
		VPEXTRQ(U8(1), sum, derived)
		if second == 1 {
			SHRQ(U8(8*chars), k)
			XORL(k.As32(), derived.As32())
		}
		for c := range second {
			i := GP32()
			MOVBLZX(derived.As8(), i)
			XORQ(Mem{Base: tables, Index: i.As64(), Scale: 8, Disp: 4096*chars + 2048*c}, hash)
			if c+1 < second {
				SHRQ(U8(8), derived)
			}
		}
		MOVQ(hash, Mem{Base: dst, Disp: 8 * round})
	}
	ADDQ(U32(2*width), src)
	ADDQ(U32(16), dst)
	SUBQ(U32(2), n)
	JNZ(LabelRef("next"))
	RET()
}
