package games

import (
	"regexp"
	"strings"
)

// fenTag matches a position copied with its brackets from a PGN or a PDN, perhaps after or before the tag SetUp. A
// shell may have taken the quotes.
var fenTag = regexp.MustCompile(`(?i)^(?:\[\s*SetUp\s+"?1"?\s*\]\s*)?\[\s*FEN\s+["“”]?([^"“”]*)["“”]?\s*\]` +
	`(?:\s*\[\s*SetUp\s+"?1"?\s*\])?$`)

// CutTag returns the value of a FEN tag, or any other text as it is: it takes [FEN "W:W21:B1"] for W:W21:B1.
func CutTag(text string) string {
	if !strings.Contains(text, "[") {
		return text
	}
	if found := fenTag.FindStringSubmatch(strings.TrimSpace(text)); found != nil {
		return strings.TrimSpace(found[1])
	}
	return text
}
