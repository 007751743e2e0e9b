// Package canon keeps a hash that a position shares with its images under the
// symmetries of its game: the least of the hashes of all images. A game with such
// a hash is a [game.Symmetric]. The games of this module have it by the option
// Canonical; your own game gets it from this package.
//
//	mirror := canon.Identity(space)
//	mirror.Move(space.Group("stone"), func(colour, square int) (int, int) { return colour, square ^ 7 })
//	keys, err := canon.New(space, canon.Options{Symmetries: []canon.Symmetry{mirror}})
//	if err != nil { … }
//	h := keys.New()
//	h.Toggle(feature) // in Make and in Unmake, once for each feature that changes
//	h.Sum()           // the same for a position and for its image in a mirror
//
// # Guarantees
//
// Sum is the least hash of the images of the set of features toggled: images under the
// whole group that the symmetries generate. So images have equal hashes. Two positions
// that are not images of each other have equal 64-bit hashes with probability k/2^64
// for k images. Without symmetries the hash is an ordinary one.
//
// # Limits
//
// A symmetry holds in all positions or in none. Chess, whose board is symmetric only
// without castling rights, keeps such a hash by itself. Hash values are frozen from
// release 1.0 on. Whoever knows the keys can forge XOR hashes; see package zobrist.
//
// # Cost
//
// A change of a feature costs one XOR for each image, or one in all if no symmetry
// moves the feature. Sum compares all images once after each change. Keys take
// 16 bytes for each feature and image, 24 with [Options].Wide.
//
// # Source
//
// The least image of a position, as in J. Schaeffer and others, Solving the game of
// Checkers, 1996, and in most databases of endings. A. L. Zobrist, A New Hashing
// Method with Application for Game Playing, 1970, section 4, for the hash of a set.
package canon

import (
	"github.com/zobrist-go/zobrist"
)

// Options choose the keys. The zero value is an ordinary hash of 64
// bits under the default keys.
type Options struct {
	Set zobrist.Set // keys of the features; see [zobrist.Set.Complete]

	// Wide keeps both words of the hash of 128 bits up to date.
	Wide bool

	// Symmetries generate the group of symmetries. None means that a position shares
	// its hash with no other.
	Symmetries []Symmetry
}

// ImageKeys are the keys of each feature and of its images. They are read-only and safe for
// concurrent use.
type ImageKeys struct {
	set     zobrist.Set
	wide    bool       // both codes are kept
	group   []Symmetry // the identity first
	inverse [][]zobrist.Feature
	fixed   []bool   // no symmetry moves the feature
	start   []uint64 // hash of the image of the empty set
	start2  []uint64 // the same of the secondary code; nil unless wide
	images  []uint64 // key of the image of f under symmetry s: f·len(group)+s
	images2 []uint64 // the same of the secondary code; nil unless wide
}

// New returns the keys of a space. It returns an error if an argument is not a symmetry of
// the space, or the group is too large, and the errors of [zobrist.Set.Complete].
func New(space *zobrist.Space, o Options) (*ImageKeys, error) {
	set, err := o.Set.Complete(space.Len())
	if err != nil {
		return nil, err
	}
	k := &ImageKeys{set: set, wide: o.Wide}
	if len(o.Symmetries) == 0 {
		return k, nil
	}
	if k.group, err = generate(space, o.Symmetries); err != nil {
		return nil, err
	}
	for _, s := range k.group {
		inverse := make([]zobrist.Feature, space.Len())
		for f, to := range s.image {
			inverse[to] = zobrist.Feature(f)
		}
		k.inverse = append(k.inverse, inverse)
		k.start = append(k.start, set.Keys.Hash(set.Start, s.exchanged...))
		if o.Wide {
			k.start2 = append(k.start2, set.Second.Hash(set.SecondStart, s.exchanged...))
		}
	}
	k.fixed = make([]bool, space.Len())
	for f := range k.fixed {
		k.fixed[f] = true
		for _, s := range k.group {
			k.fixed[f] = k.fixed[f] && s.image[f] == zobrist.Feature(f)
			k.images = append(k.images, set.Keys[s.image[f]])
			if o.Wide {
				k.images2 = append(k.images2, set.Second[s.image[f]])
			}
		}
	}
	return k, nil
}

// Images returns the number of images of a position, itself and doubles counted:
// the order of the group, 1 without symmetries.
func (k *ImageKeys) Images() int { return max(len(k.group), 1) }

// Canonical replaces the features dst[from:] of a position by the features of the
// image with the least hash, and returns dst, which may have grown by features that
// an exchange adds. It finds the image from the features alone, in time
// O(features·images).
func (k *ImageKeys) Canonical(dst []zobrist.Feature, from int) []zobrist.Feature {
	if len(k.group) == 0 {
		return dst
	}
	features := dst[from:]
	var best, best2 uint64
	least := -1
	for s := range k.group {
		sum, sum2 := k.start[s], uint64(0)
		for _, f := range features {
			sum ^= k.images[int(f)*len(k.group)+s]
		}
		if k.wide {
			sum2 = k.start2[s]
			for _, f := range features {
				sum2 ^= k.images2[int(f)*len(k.group)+s]
			}
		}
		if least < 0 || sum < best || sum == best && sum2 < best2 {
			least, best, best2 = s, sum, sum2
		}
	}
	return k.group[least].apply(dst, from)
}

// A Hash is the hash of one set of features that changes. Make one with
// [ImageKeys.New]. It belongs to one goroutine at a time.
type Hash struct {
	keys   zobrist.Keys
	plain  uint64 // the primary code
	second uint64 // the secondary code, if it is kept
	more   bool   // something beside plain is kept
	shared *ImageKeys

	sums, sums2 []uint64 // of the features that move, for each symmetry
	rest, rest2 uint64   // of the features that stay
	cached      int      // symmetry with the least hash, or -1 if unknown
}

// New returns the hash of the empty set of features.
func (k *ImageKeys) New() Hash {
	h := Hash{shared: k, keys: k.set.Keys, more: len(k.group) > 0 || k.wide}
	if len(k.group) > 0 {
		h.sums = make([]uint64, len(k.group))
		if k.wide {
			h.sums2 = make([]uint64, len(k.group))
		}
	}
	h.Reset()
	return h
}

// Reset makes h the hash of the empty set again.
func (h *Hash) Reset() {
	h.plain, h.second, h.cached = h.shared.set.Start, h.shared.set.SecondStart, -1
	h.rest, h.rest2 = 0, 0
	copy(h.sums, h.shared.start)
	copy(h.sums2, h.shared.start2)
}

// Clone returns an independent copy.
func (h *Hash) Clone() Hash {
	c := *h
	c.sums = append([]uint64(nil), h.sums...)
	c.sums2 = append([]uint64(nil), h.sums2...)
	return c
}

// Toggle adds or removes a feature. It panics if the space has no such feature.
func (h *Hash) Toggle(f zobrist.Feature) {
	h.plain ^= h.keys[f]
	if h.more {
		h.toggleMore(f)
	}
}

func (h *Hash) toggleMore(f zobrist.Feature) {
	k := h.shared
	if k.wide {
		h.second ^= k.set.Second[f]
	}
	n := len(h.sums)
	if n == 0 {
		return
	}
	h.cached = -1
	if k.fixed[f] {
		h.rest ^= k.set.Keys[f]
		if k.wide {
			h.rest2 ^= k.set.Second[f]
		}
		return
	}
	add(h.sums, k.images[int(f)*n:][:n])
	if k.wide {
		add(h.sums2, k.images2[int(f)*n:][:n])
	}
}

// add adds the keys of the images of a feature to the sums.
func add(sums, images []uint64) {
	for s, k := range images {
		sums[s] ^= k
	}
}

// Sum returns the hash of 64 bits, the least of all images if there are
// symmetries.
func (h *Hash) Sum() uint64 {
	if len(h.sums) == 0 {
		return h.plain
	}
	return h.sums[h.least()] ^ h.rest
}

// Sum128 returns the hash of 128 bits of the same image. Unless both codes are
// kept, the second one is computed from the features of the position, which
// [ImageKeys.Canonical] finds.
func (h *Hash) Sum128(p interface {
	AppendFeatures(dst []zobrist.Feature) []zobrist.Feature
}) zobrist.Uint128 {
	k := h.shared
	switch {
	case !k.wide:
		return zobrist.Uint128{Hi: k.set.Second.Hash(k.set.SecondStart, p.AppendFeatures(nil)...), Lo: h.Sum()}
	case len(h.sums) == 0:
		return zobrist.Uint128{Hi: h.second, Lo: h.plain}
	}
	return zobrist.Uint128{Hi: h.sums2[h.least()] ^ h.rest2, Lo: h.Sum()}
}

// Image returns the image of a feature under the symmetry with the least hash, the
// feature itself if there are no symmetries. The image of a move consists of the
// images of its squares.
func (h *Hash) Image(f zobrist.Feature) zobrist.Feature {
	if len(h.sums) == 0 {
		return f
	}
	return h.shared.group[h.least()].image[f]
}

// AppendImages appends the image of a feature under each symmetry with the least hash. There
// are several if the set of features is symmetric itself. Without symmetries it is the feature.
func (h *Hash) AppendImages(dst []zobrist.Feature, f zobrist.Feature) []zobrist.Feature {
	if len(h.sums) == 0 {
		return append(dst, f)
	}
	best := h.least()
	for s, sum := range h.sums {
		if sum == h.sums[best] && (h.sums2 == nil || h.sums2[s] == h.sums2[best]) {
			dst = append(dst, h.shared.group[s].image[f])
		}
	}
	return dst
}

// Preimage is the inverse of Image.
func (h *Hash) Preimage(f zobrist.Feature) zobrist.Feature {
	if len(h.sums) == 0 {
		return f
	}
	return h.shared.inverse[h.least()][f]
}

// least returns the symmetry whose image has the least hash. If two 64-bit hashes are
// equal, the secondary code decides, so that symmetric positions have equal hashes
// even if their images clash.
func (h *Hash) least() int {
	if h.cached >= 0 {
		return h.cached
	}
	best, least := 0, h.sums[0]^h.rest
	for s, v := range h.sums {
		v ^= h.rest
		if v < least || v == least && h.sums2 != nil && h.sums2[s]^h.rest2 < h.sums2[best]^h.rest2 {
			best, least = s, v
		}
	}
	h.cached = best
	return best
}
