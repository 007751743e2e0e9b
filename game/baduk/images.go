package baduk

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
)

// images returns the table of canonical hashes, or nil. The options are complete.
func (o Options) images() (*canon.ImageKeys, error) {
	if !o.Canonical {
		return nil, nil
	}
	space, err := Space(o)
	if err != nil {
		return nil, err
	}
	co := canon.Options{Set: o.Set, Wide: o.Wide}
	turn := func(image func(column, row int) (int, int)) {
		place := func(class, point int) (int, int) {
			column, row := image(point%o.Width, point/o.Width)
			return class, row*o.Width + column
		}
		s := canon.Identity(space)
		s.Move(space.Group("stone"), place)
		s.Move(space.Group("ko"), place)
		co.Symmetries = append(co.Symmetries, s)
	}
	turn(func(column, row int) (int, int) { return o.Width - 1 - column, row })
	turn(func(column, row int) (int, int) { return column, o.Height - 1 - row })
	if o.Width == o.Height {
		turn(func(column, row int) (int, int) { return row, column })
	}
	if o.Exchange {
		s := canon.Identity(space)
		s.Move(space.Group("stone"), func(color, point int) (int, int) { return 1 - color, point })
		s.Exchange(space.Group("turn").Flag(0))
		co.Symmetries = append(co.Symmetries, s)
	}
	return canon.New(space, co)
}

// Symmetry returns what the options say.
func (p *Position) Symmetry() game.Symmetry {
	switch {
	case p.options.Exchange:
		return game.ColorSymmetry
	case p.options.Canonical:
		return game.BoardSymmetry
	}
	return game.NoSymmetry
}

// Image returns what becomes of a move in the image that the hash belongs to,
// the move itself unless the hash is canonical; see [game.Symmetric].
func (p *Position) Image(m Move) Move {
	if m == Pass || !p.options.Canonical {
		return m
	}
	return Move(int(p.images.Image(zobrist.Feature(m))) % p.layout.points)
}

// AppendImages appends what becomes of a feature in each image of the position that has its hash:
// several if the position is symmetric itself.
func (p *Position) AppendImages(dst []zobrist.Feature, f zobrist.Feature) []zobrist.Feature {
	if !p.options.Canonical {
		return append(dst, f)
	}
	return p.images.AppendImages(dst, f)
}

// Preimage undoes Image.
func (p *Position) Preimage(m Move) Move {
	if m == Pass || !p.options.Canonical {
		return m
	}
	return Move(int(p.images.Preimage(zobrist.Feature(m))) % p.layout.points)
}

// untoggle takes back what a move toggled in the hashes of the images. It comes
// before everything else is taken back.
func (p *Position) untoggle(u *undo) {
	flip := func(f int) { p.images.Toggle(zobrist.Feature(f)) }
	if u.point != 0 {
		flip(p.stoneFeature(u.turn, u.point))
		taken := u.turn.Opponent()
		if u.suicide {
			taken = u.turn
		}
		for _, j := range p.captured[u.captured:] {
			flip(p.stoneFeature(taken, j))
		}
	}
	for _, ko := range [2]int16{p.ko, u.ko} {
		if ko != 0 {
			flip(p.layout.ko + int(p.move(ko)))
		}
	}
	for _, passes := range [2]uint8{p.passes, u.passes} {
		if passes != 0 {
			flip(p.layout.pass + int(passes) - 1)
		}
	}
	if p.turn != u.turn {
		flip(p.layout.white)
	}
}
