package tabulation

func simple32Batch(dst []uint64, src []uint32, t *[4][256]uint64) { simple32BatchGeneric(dst, src, t) }
func simple64Batch(dst, src []uint64, t *[8][256]uint64)          { simple64BatchGeneric(dst, src, t) }
func twisted32Batch(dst []uint64, src []uint32, w *Twisted32)     { twisted32BatchGeneric(dst, src, w) }
func twisted64Batch(dst, src []uint64, w *Twisted64)              { twisted64BatchGeneric(dst, src, w) }
func mixed32Batch(dst []uint64, src []uint32, w *Mixed32)         { mixed32BatchGeneric(dst, src, w) }
func mixed64Batch(dst, src []uint64, w *Mixed64)                  { mixed64BatchGeneric(dst, src, w) }
