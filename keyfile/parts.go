package keyfile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// ErrUnproven is wrapped by the errors of [File.Proof].
var ErrUnproven = errors.New("keyfile: not proven to be a table of keys")

// A Part is the numbers of a text that are members of one list, such as an array.
type Part struct {
	Numbers     int
	First, Last int    // lines, 1-based
	What        string // description: "list", "array keys", "arguments of NewPCG", "number after …"

	proven   bool   // the text is nothing but this list
	array    string // name of the array that the numbers fill, "" if they fill none
	declared int    // size of the array, 0 if unknown
}

// String describes the part: "array keys, 781 numbers in lines 3–199".
func (p Part) String() string {
	lines := fmt.Sprintf("line %d", p.First)
	if p.Last > p.First {
		lines = fmt.Sprintf("lines %d–%d", p.First, p.Last)
	}
	if p.Numbers == 1 {
		return fmt.Sprintf("%s, %s", p.What, lines)
	}
	return fmt.Sprintf("%s, %d numbers in %s", p.What, p.Numbers, lines)
}

// partsShown is the number of parts that a description names.
const partsShown = 6

// Describe describes the numbers that were read from a text and what they were taken
// for, "" for a file that states its keys.
func (f File) Describe() string {
	var list []string
	for _, p := range f.Parts[:min(len(f.Parts), partsShown)] {
		list = append(list, p.String())
	}
	if more := len(f.Parts) - partsShown; more > 0 {
		list = append(list, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(list, "; ")
}

// fewestNamed is the fewest numbers of an array that its name makes a table of keys: fewer
// may be the state of a generator or the key of a cipher.
const fewestNamed = 64

// Proof returns an error that wraps [ErrUnproven] if the numbers may be something other than one
// table of keys, such as seeds, masks or the constants of a generator. A file that states its
// keys is proven, and so is a text that is nothing but one list. In the source of a
// program the numbers must fill one array, as many as it declares, and there must be no
// others; and either the array has the name of keys, hashes or random numbers, or it has as many as
// the game has features or one of its [Layouts] has keys.
func (f File) Proof(game *zobrist.Space) error {
	if f.Parts == nil {
		return nil
	}
	if len(f.Parts) == 1 {
		p := f.Parts[0]
		whole := p.declared == 0 || p.declared == p.Numbers
		named := p.Numbers >= fewestNamed && isKeyName(p.array)
		if p.proven || p.array != "" && whole && (named || fits(game, len(f.Keys))) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s", ErrUnproven, f.Describe())
}

// fits reports whether the game or one of its layouts has as many keys.
func fits(game *zobrist.Space, keys int) bool {
	return game.Len() == keys || slices.ContainsFunc(Layouts(), func(name string) bool {
		l, err := OpenLayout(game, name)
		return err == nil && l.Space().Len() == keys
	})
}

var (
	keyName   = regexp.MustCompile(`(?i)zob|key|hash|rand`)
	otherName = regexp.MustCompile(`(?i)seed|mask|magic|attack|state|prime|const|crc|perm|sbox|shift|mult`)
)

// isKeyName reports whether an array of that name has keys.
func isKeyName(name string) bool { return keyName.MatchString(name) && !otherName.MatchString(name) }

// headBytes is how much of the text before a list is looked at.
const headBytes = 2000

// partsOf divides the numbers of a text by the lists that they stand in.
func partsOf(data []byte, numbers []number) []Part {
	var parts []Part
	source := isSource(data)
	line, at := 1, 0 // of the last number
	var heads []string
	assigned := ""
	for i, n := range numbers {
		line += bytes.Count(data[at:n.offset], []byte("\n"))
		from := 0
		if i > 0 {
			from = numbers[i-1].end
		}
		gap := data[from:n.offset]
		same := i > 0 && (!source || isList(gap))
		if !same {
			head := uncommented(gap)
			head = head[max(0, len(head)-headBytes):]
			name := assignedName(head)
			same = i > 0 && (name != "" && name == assigned || isOpening(head))
			assigned = name
			if !same {
				heads = append(heads, head)
			}
		}
		if !same {
			parts = append(parts, Part{First: line})
		}
		p := &parts[len(parts)-1]
		p.Numbers++
		p.Last, at = line, n.offset
	}
	if !source && len(parts) == 1 {
		p := &parts[0]
		p.What, p.proven = "list", isMostlyNumbers(data, numbers)
		if !p.proven {
			p.What = "words of a text"
		}
		return parts
	}
	next := 0
	for i := range parts {
		first, last := numbers[next], numbers[next+parts[i].Numbers-1]
		closed := bytes.HasPrefix(bytes.TrimLeft(data[first.end:], "\"' "), []byte(")"))
		alone := len(parts) == 1 && !hasWords(uncommented(data[last.end:]))
		parts[i].identify(heads[i], closed, alone)
		next += parts[i].Numbers
	}
	return parts
}

// isSource reports whether a text has statements, calls or named members outside of comments.
func isSource(data []byte) bool {
	for i := 0; i < len(data); {
		if n := comment(data[i:]); n > 0 {
			i += n
			continue
		}
		switch data[i] {
		case ';', '=':
			return true
		case '(':
			if i > 0 && isWord(data[i-1]) {
				return true
			}
		case ':':
			if i > 0 && data[i-1] == '"' {
				return true
			}
		}
		i++
	}
	return false
}

// uncommented returns a text without its comments.
func uncommented(data []byte) string {
	var b strings.Builder
	for i := 0; i < len(data); {
		if n := comment(data[i:]); n > 0 {
			b.WriteByte('\n')
			i += n
			continue
		}
		b.WriteByte(data[i])
		i++
	}
	return b.String()
}

func hasWords(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return r < 128 && isWord(byte(r)) })
}

// isMostlyNumbers reports whether no more lines have words alone than have numbers.
func isMostlyNumbers(data []byte, numbers []number) bool {
	with, without, next := 0, 0, 0
	offset := 0
	for line := range bytes.Lines(data) {
		offset += len(line)
		if next < len(numbers) && numbers[next].offset < offset {
			with++
			for next < len(numbers) && numbers[next].offset < offset {
				next++
			}
		} else if hasWords(uncommented(line)) {
			without++
		}
	}
	return without <= with
}

var (
	indexed    = regexp.MustCompile(`(?:^|[\s;,}])([A-Za-z_][\w.]*)\s*(?:\[[^\]]*\]\s*)+=\s*$`)
	designator = regexp.MustCompile(`\[[^\]]*\]\s*=\s*$`)
	wrapper    = regexp.MustCompile(`(?:[A-Za-z_][\w:.]*\s*\(|\(\s*[A-Za-z_]\w*\s*\))\s*["']?\s*$`)
	size       = regexp.MustCompile(`[\[;]\s*(\d+)\s*\]`)
	identifier = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// assignedName returns NAME of a text that ends in NAME[…] =.
func assignedName(head string) string {
	if m := indexed.FindStringSubmatch(unwrapped(head)); m != nil {
		return m[1]
	}
	return ""
}

// unwrapped cuts a macro or a conversion off the end of a text: U64(, (uint64_t).
func unwrapped(head string) string {
	if at := wrapper.FindStringIndex(head); at != nil {
		return head[:at[0]]
	}
	return head
}

// isOpening reports whether a text between two numbers makes them members of one array: punctuation,
// with a macro or an index before the second.
func isOpening(gap string) bool {
	gap = designator.ReplaceAllString(strings.TrimLeft(unwrapped(gap), ")"), "")
	return strings.Trim(gap, "-, \t\r\n{}[]\"')(") == ""
}

// identify says what the numbers after head are. closed says that a bracket ends directly after the first of them, as
// after a macro or a call, and alone that the text has no words after the last.
func (p *Part) identify(head string, closed, alone bool) {
	called := "" // function or macro of the first number
	trim := func(text string) string { return strings.TrimRight(text, " \t\r\n-\"'") }
	inner := trim(head)
	if closed || strings.HasSuffix(inner, ")") {
		cut := trim(unwrapped(inner))
		called, inner = lastIdentifier(inner[len(cut):]), cut
	}
	inner = trim(designator.ReplaceAllString(inner, ""))
	open := strings.TrimRight(inner, "{[( \t\r\n\"'-")
	opened := inner[len(open):]
	switch name, declared := arrayName(open); {
	case open == "" && alone:
		p.What, p.proven = "list", true
	case strings.ContainsAny(opened, "{[") || strings.Contains(opened, "(") && strings.HasSuffix(open, "="):
		p.What, p.array, p.declared = strings.TrimSpace("array "+name), name, declared
		if declared > 0 && declared != p.Numbers {
			p.What += fmt.Sprintf(" of %d", declared)
		}
	case p.Numbers > 1 && assignedName(head) != "":
		p.array = assignedName(head)
		p.What = "array " + p.array
	case strings.Contains(opened, "("):
		p.What = "arguments of " + lastIdentifier(open)
	case called != "":
		p.What = "argument of " + called
	default:
		lines := strings.Split(strings.TrimSpace(head), "\n")
		text := strings.Join(strings.Fields(lines[len(lines)-1]), " ")
		const most = 40
		if runes := []rune(text); len(runes) > most {
			text = "…" + string(runes[len(runes)-most:])
		}
		p.What = fmt.Sprintf("number after %q", text)
	}
}

// lastIdentifier returns the last name in a text, or "".
func lastIdentifier(text string) string {
	if all := identifier.FindAllString(text, -1); all != nil {
		return all[len(all)-1]
	}
	return ""
}

// withoutSizes returns a text with spaces in place of the contents of square brackets.
func withoutSizes(text string) string {
	plain, depth := []byte(text), 0
	for i, c := range slices.Backward(plain) {
		if c == ']' {
			depth++
		}
		if depth > 0 {
			plain[i] = ' '
		}
		if c == '[' && depth > 0 {
			depth--
		}
	}
	return string(plain)
}

// maxSize is more than any array of keys has numbers.
const maxSize = 4 * zobrist.MaxFeatures

// arrayName returns the name and the size of the array that is defined at the end of a text.
func arrayName(text string) (name string, declared int) {
	plain := withoutSizes(text)
	start := max(strings.LastIndexAny(plain, ";{}"), strings.LastIndex(plain, "\n\n"), 0)
	statement := plain[start:]
	for _, m := range size.FindAllStringSubmatch(text[start:], -1) {
		if n, err := strconv.Atoi(m[1]); err == nil {
			declared = max(declared, 1) * min(n, maxSize) % (maxSize + 1) // a larger one is no table
		}
	}
	if before, _, ok := strings.Cut(statement, "="); ok {
		statement = before
	}
	statement = strings.ReplaceAll(statement, "::", "__")
	if at := strings.LastIndexByte(statement, ':'); at >= 0 {
		statement = statement[:at]
	}
	return lastIdentifier(statement), declared
}
