package main

import (
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
)

// opened returns the start position if there is no text or "startpos", otherwise
// the one that the text describes.
func opened[M comparable, P position[M, P], O any](text string, o O, start func(O) (P, error), parse func(string, O) (P, error)) (board, error) {
	var p P
	var err error
	if text == "" || text == "startpos" {
		p, err = start(o)
	} else {
		p, err = parse(text, o)
	}
	if err != nil {
		return nil, err
	}
	return play(p), nil
}

func openChess(_, text string, keys zobrist.Set) (board, error) {
	o := chess.Options{Set: keys}
	if keys.Name == "polyglot" {
		o.EnPassant = chess.PseudoLegalEnPassant
	}
	return opened(fenOf(text), o, chess.New, chess.Parse)
}

// fenOf returns the FEN of a position written as FEN or EPD. The operations of
// EPD, which follow its four fields, are left out, except the clocks of FEN,
// hmvc and fmvn.
func fenOf(text string) string {
	fields := strings.Fields(text)
	if len(fields) < 5 || strings.Trim(fields[4], "-0123456789") == "" {
		return text
	}
	clock, number := "0", "1"
	for operation := range strings.SplitSeq(strings.Join(fields[4:], " "), ";") {
		switch words := strings.Fields(operation); {
		case len(words) == 2 && words[0] == "hmvc":
			clock = words[1]
		case len(words) == 2 && words[0] == "fmvn":
			number = words[1]
		}
	}
	return strings.Join(append(fields[:4:4], clock, number), " ")
}

func openCheckers(_, text string, keys zobrist.Set) (board, error) {
	o := checkers.Options{Set: keys}
	return opened(text, o, checkers.New, checkers.Parse)
}

func openBaduk(size, text string, keys zobrist.Set) (board, error) {
	w, h, err := badukSize(size)
	if err != nil {
		return nil, err
	}
	o := baduk.Options{Width: w, Height: h, Set: keys}
	return opened(text, o, baduk.New, baduk.Parse)
}

// badukSize reads "9" or "13:7"; nothing is 0 by 0, the default.
func badukSize(size string) (width, height int, err error) {
	if size == "" {
		return 0, 0, nil
	}
	w, h, two := strings.Cut(size, ":")
	if !two {
		h = w
	}
	width, errW := strconv.Atoi(w)
	height, errH := strconv.Atoi(h)
	if errW != nil || errH != nil || width < 1 || height < 1 || width > baduk.MaxSide || height > baduk.MaxSide {
		return 0, 0, usagef("write --game baduk:9 or baduk:13:7", "no board of %s points", size)
	}
	return width, height, nil
}

func openMNK(o mnk.Options) func(size, text string, keys zobrist.Set) (board, error) {
	return func(size, text string, keys zobrist.Set) (board, error) {
		o := o
		if size != "" {
			parts := strings.Split(size, ",")
			if len(parts) != 3 {
				return nil, usagef("write --game mnk:4,4,3", "no game of size %q", size)
			}
			for i, field := range []*int{&o.Width, &o.Height, &o.InRow} {
				n, err := strconv.Atoi(parts[i])
				if err != nil || n < 1 {
					return nil, usagef("write --game mnk:4,4,3", "no game of size %q", size)
				}
				*field = n
			}
		}
		o.Set = keys
		return opened(text, o, mnk.New, mnk.Parse)
	}
}

func openHex(size, text string, keys zobrist.Set) (board, error) {
	o := hex.Options{Set: keys}
	if size != "" {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 {
			return nil, usagef("write --game hex:5", "no board of size %q", size)
		}
		o.Size = n
	}
	return opened(text, o, hex.New, hex.Parse)
}

func openQubic(_, text string, keys zobrist.Set) (board, error) {
	o := qubic.Options{Set: keys}
	return opened(text, o, qubic.New, qubic.Parse)
}
