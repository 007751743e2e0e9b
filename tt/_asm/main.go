// Command asm writes the kernels of package tt for amd64 with AVX2. What they
// compute, probeGo and storeGo compute too; ../cluster.go has the two layouts.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Offsets of the fields of a Table; ../kernel_amd64.go checks them.
const (
	clusters   = 0
	length     = 8
	goUpTo     = 24
	generation = 32
	tagShift   = 40
	maxPayload = 48
	watches    = 56
)

// Constants of package tt.
const (
	dataWords      = 32 // offset of the data words in a cluster of the full layout
	watchBytes     = 128
	payloadShift   = 13
	generationMask = 31 << 8
	lastGeneration = 31
	depthBias      = 128
)

const entry = "struct{Payload uint64; Depth int8; Generation uint8}"

// Vectors of constants, for store and for entries.
var (
	nextGeneration, generations, depthAndAge, weights, two Mem
	entryShifts, entryMasks, entryBiases                   Mem
)

func main() {
	ConstraintExpr("!purego")
	ConstraintExpr("!race")
	nextGeneration = pairs("nextGeneration", 1<<8)
	generations = pairs("generations", lastGeneration<<8)
	depthAndAge = pairs("depthAndAge", 1<<payloadShift-1)
	weights = pairs("weights", 8<<8|1)
	two = pairs("two", 2)
	entryShifts = vector("entryShifts", payloadShift, 0)
	entryMasks = vector("entryMasks", 1<<64-1, 1<<payloadShift-1)
	entryBiases = vector("entryBiases", 0, depthBias)
	prefetch()
	probe()
	store()
	batch()
	Generate()
}

// pairs defines a vector of eight equal words of 32 bits.
func pairs(name string, value uint64) Mem {
	both := value<<32 | value
	return vector(name, both, both, both, both)
}

func vector(name string, words ...uint64) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i, w := range words {
		DATA(8*i, U64(w))
	}
	return m
}

// A table is a pointer to a Table in a register.
type table struct{ pointer Register }

func loadTable() table { return table{Load(Param("t"), GP64())} }

func (t table) field(offset int) Mem { return Mem{Base: t.pointer, Disp: offset} }

// address returns where a parameter is in memory.
func address(c gotypes.Component) Mem {
	b, err := c.Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// cluster returns the address of the cluster of the hash in RAX.
func (t table) cluster() Register {
	MULQ(t.field(length))
	SHLQ(U8(6), RDX)
	ADDQ(t.field(clusters), RDX)
	return RDX
}

// jumpToGo jumps to a function in Go with the same parameters.
func jumpToGo(function string) {
	target := NewDataAddr(Symbol{Name: "·" + function}, 0)
	Instruction(&ir.Instruction{Opcode: "JMP", Operands: []Op{target}, IsTerminal: true})
}

// A layout compares a cluster with a hash in memory. It returns the data words
// of the slots, in one vector or two, and masks of the words in the hash's own slot.
type layout func(t table, c Register, hash Mem) (words, own []VecVirtual)

func full(_ table, c Register, hash Mem) (words, own []VecVirtual) {
	data, equal := YMM(), YMM()
	VPBROADCASTQ(hash, equal)
	VMOVDQU(Mem{Base: c, Disp: dataWords}, data)
	VPXOR(Mem{Base: c}, equal, equal)
	VPCMPEQQ(data, equal, equal)
	return []VecVirtual{data}, []VecVirtual{equal}
}

// compact jumps to the label leave if the tag is 0, for an empty slot looks as
// if it had this tag.
func compact(t table, c Register, hash Mem) (words, own []VecVirtual) {
	shift, tags, zero := XMM(), YMM(), YMM()
	tag := t.tag(hash)
	JE(LabelRef("leave"))
	VMOVQ(t.field(tagShift), shift)
	VMOVQ(tag, tags.AsX())
	VPBROADCASTQ(tags.AsX(), tags)
	VPXOR(zero, zero, zero)
	for half := range 2 {
		data, equal := YMM(), YMM()
		VPXOR(Mem{Base: c, Disp: 32 * half}, tags, data)
		VPSRLQ(shift, data, equal)
		VPCMPEQQ(zero, equal, equal)
		words, own = append(words, data), append(own, equal)
	}
	return words, own
}

// tag returns the tag of a hash, in its place, and compares it with 0.
func (t table) tag(hash Mem) Register {
	tag := GP64()
	MOVQ(t.field(tagShift), RCX)
	MOVQ(hash, tag)
	SHLQ(CL, tag)
	TESTQ(tag, tag)
	return tag
}

// lookUp finds the data word of a hash in a cluster: in both halves of a vector,
// or 0. It jumps to the label leave if two slots have the hash, which two
// goroutines stored at the same time.
func (match layout) lookUp(t table, c Register, hash Mem) (data VecVirtual) {
	words, own := match(t, c, hash)
	slots, upper := GP32(), XMM()
	VMOVMSKPD(own[0], slots)
	VPAND(words[0], own[0], words[0])
	if len(words) == 2 {
		more := GP32()
		VMOVMSKPD(own[1], more)
		SHLL(U8(4), more)
		ORL(more, slots)
		VPAND(words[1], own[1], words[1])
		VPOR(words[1], words[0], words[0])
	}
	Comment("At most one of the words is not 0: the union of all is the result.")
	BLSRL(slots, GP32())
	JNE(LabelRef("leave"))
	data = words[0].AsX().(VecVirtual)
	VEXTRACTI128(U8(1), words[0], upper)
	VPOR(upper, data, data)
	VPSHUFD(U8(0x4e), data, upper)
	VPOR(upper, data, data)
	return data
}

// unpack makes an entry of a data word in both halves of a vector.
func unpack(data VecVirtual) (e VecVirtual) {
	e = XMM()
	VPSRLVQ(entryShifts, data, e)
	VPAND(entryMasks, e, e)
	VPXOR(entryBiases, e, e)
	return e
}

// begin returns the cluster of a hash. It jumps to leave if all that concerns
// this hash is left to Go, and to the label compact in this layout.
func begin(t table, hash Mem, leave LabelRef) (c Register) {
	MOVQ(hash, RAX)
	CMPQ(RAX, t.field(goUpTo))
	JLS(leave)
	c = t.cluster()
	CMPQ(t.field(tagShift), U8(0))
	JNE(LabelRef("compact"))
	return c
}

func probe() {
	TEXT("probe", NOSPLIT|NOFRAME, "func(t *byte, hash uint64) (e "+entry+")")
	t, hash := loadTable(), address(Param("hash"))
	e := address(ReturnIndex(0).Field("Payload"))
	c := begin(t, hash, "leaveAll")
	word := GP64()
	answer := func(match layout) {
		data := match.lookUp(t, c, hash)
		VMOVQ(data, word)
		ANDL(U32(generationMask), word.As32())
		CMPQ(word, t.field(generation))
		JNE(LabelRef("other"))
		VMOVDQU(unpack(data), e)
		VZEROUPPER()
		RET()
	}
	answer(full)
	Label("compact")
	answer(compact)

	Label("other")
	Comment("An entry of an older search is left to Go, or there is none.")
	TESTQ(word, word)
	JNE(LabelRef("leave"))
	VPXOR(X0, X0, X0)
	VMOVDQU(X0, e)
	VZEROUPPER()
	RET()

	Label("leave")
	VZEROUPPER()
	Label("leaveAll")
	jumpToGo("probeGo")
}

func store() {
	TEXT("store", NOSPLIT|NOFRAME, "func(t *byte, hash uint64, e "+entry+")")
	t, hash := loadTable(), address(Param("hash"))
	data, depth := Load(Param("e").Field("Payload"), GP64()), GP32()
	CMPQ(data, t.field(maxPayload))
	JHI(LabelRef("leaveAll"))
	c := begin(t, hash, "leaveAll")
	ranks, owns, next, empty, wrapped := YMM(), YMM(), YMM(), YMM(), YMM()
	lowerHalves := func(match layout) {
		words, own := match(t, c, hash)
		last := len(words) - 1
		VSHUFPS(U8(0x88), words[last], words[0], ranks)
		VSHUFPS(U8(0x88), own[last], own[0], owns)
	}
	lowerHalves(full)
	Label("rank")
	Comment("The lower halves of eight data words, in the order 0 1 4 5 2 3 6 7. The full",
		"layout has each of its four slots twice.",
		"Less the stamp of the next generation, and plus 31 generations if that is negative,",
		"depth is in the first byte and 30 − age in the second: their weighted sum is the worth.",
		"The rank is 2 + worth, 1 for an empty slot, whose depth and age are 0, or 0 for the",
		"hash's own slot. The least rank, and of equals the first, gives the slot.")
	VPBROADCASTD(t.field(generation), next)
	VPADDD(nextGeneration, next, next)
	VPAND(depthAndAge, ranks, ranks)
	VPXOR(empty, empty, empty)
	VPCMPEQD(empty, ranks, empty)
	VPSUBD(next, ranks, ranks)
	VPADDD(generations, ranks, wrapped)
	VPMINUD(wrapped, ranks, ranks)
	VPMADDUBSW(weights, ranks, ranks)
	VPADDD(two, ranks, ranks)
	VPANDN(ranks, empty, ranks)
	VPSUBD(empty, ranks, ranks)
	VPANDN(ranks, owns, ranks)
	low, high, slot := ranks.AsX(), XMM(), GP64()
	VEXTRACTI128(U8(1), ranks, high)
	VPACKUSDW(high, low, low)
	VPSHUFD(U8(0xd8), low, low)
	VPHMINPOSUW(low, low)
	VMOVQ(low, slot)
	VZEROUPPER()
	SHRQ(U8(16), slot)

	MOVBLZX(address(Param("e").Field("Depth")), depth)
	XORL(U32(depthBias), depth)
	SHLQ(U8(payloadShift), data)
	ORQ(depth.As64(), data)
	ORQ(t.field(generation), data)
	word := Mem{Base: c, Index: slot, Scale: 8}
	tag := t.tag(hash)
	CMPQ(t.field(tagShift), U8(0))
	JNE(LabelRef("writeCompact"))
	XORQ(data, tag)
	MOVQ(tag, word)
	MOVQ(data, word.Offset(dataWords))
	RET()
	Label("writeCompact")
	ORQ(tag, data)
	MOVQ(data, word)
	RET()

	Label("compact")
	lowerHalves(compact)
	JMP(LabelRef("rank"))

	Label("leave")
	VZEROUPPER()
	Label("leaveAll")
	jumpToGo("storeGo")
}

func batch() {
	TEXT("batch", NOSPLIT|NOFRAME, "func(t *byte, hashes, ahead []uint64, entries []"+entry+") (hits, left int)")
	t := loadTable()
	hashes, ahead := Load(Param("hashes").Base(), GP64()), Load(Param("ahead").Base(), GP64())
	n := Load(Param("hashes").Len(), GP64())
	out := Load(Param("entries").Base(), GP64())
	hits, left, k, first, bytes := GP64(), GP64(), GP64(), GP64(), GP64()
	MOVQ(t.field(clusters), first)
	MOVQ(t.field(length), bytes)
	SHLQ(U8(6), bytes)
	XORQ(hits, hits)
	XORQ(left, left)
	XORQ(k, k)

	Label("next")
	CMPQ(k, n)
	JE(LabelRef("done"))
	Comment("Any address in a cluster prefetches it.")
	MOVQ(Mem{Base: ahead, Index: k, Scale: 8}, RAX)
	MULQ(bytes)
	PREFETCHT1(Mem{Base: first, Index: RDX, Scale: 1})
	INCQ(k)
	ADDQ(U8(16), out)
	hash, stored := Mem{Base: hashes, Index: k, Scale: 8, Disp: -8}, Mem{Base: out, Disp: -16}
	c := begin(t, hash, "leave")
	answer := func(match layout) {
		data, word, age, none := match.lookUp(t, c, hash), GP64(), GP64(), XMM()
		Comment("No entry is treated like one of this search. Hits and misses take turns in",
			"no order: there is no branch between them.")
		VMOVQ(data, word)
		MOVQ(word, age)
		TESTQ(word, word)
		CMOVQEQ(t.field(generation), age)
		XORQ(t.field(generation), age)
		TESTL(U32(generationMask), age.As32())
		JNE(LabelRef("leave"))
		VPXOR(none, none, none)
		VPCMPEQQ(none, data, none)
		e := unpack(data)
		VPANDN(e, none, e)
		VMOVDQU(e, stored)
		CMPQ(word, U8(1))
		SBBQ(I8(-1), hits)
		JMP(LabelRef("next"))
	}
	answer(full)
	Label("compact")
	answer(compact)

	Label("leave")
	MOVQ(left, stored)
	MOVQ(k, left)
	MOVQ(hash, RAX)
	t.prefetchWatch()
	JMP(LabelRef("next"))

	Label("done")
	Comment("A processor without AVX2 has left everything.")
	CMPQ(t.field(goUpTo), I8(-1))
	JE(LabelRef("return"))
	VZEROUPPER()
	Label("return")
	Store(hits, ReturnIndex(0))
	Store(left, ReturnIndex(1))
	RET()
}

func prefetch() {
	TEXT("prefetch", NOSPLIT|NOFRAME, "func(t *byte, hash uint64)")
	t, hash := loadTable(), address(Param("hash"))
	MOVQ(hash, RAX)
	PREFETCHT1(Mem{Base: t.cluster()})
	MOVQ(hash, RAX)
	CMPQ(RAX, t.field(goUpTo))
	JLS(LabelRef("watched"))
	RET()
	Label("watched")
	t.prefetchWatch()
	RET()
}

// prefetchWatch prefetches the watch of the hash in RAX. If there is none, the
// address is wrong, and a prefetch of it does nothing.
func (t table) prefetchWatch() {
	MULQ(t.field(length))
	IMUL3Q(U32(watchBytes), RDX, RDX)
	ADDQ(t.field(watches), RDX)
	for offset := 0; offset < watchBytes; offset += 64 {
		PREFETCHT1(Mem{Base: RDX, Disp: offset})
	}
}
