package gtp

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// koNames are the rules against repetition in KataGo's words.
var koNames = []string{"SIMPLE", "POSITIONAL", "SITUATIONAL", "NATURAL-SITUATIONAL"}

// bonusNames are White's points for the handicap in KataGo's words.
var bonusNames = []string{baduk.NoBonus: "0", baduk.BonusAll: "N", baduk.BonusButOne: "N-1"}

// ruleJSON is KataGo's form of rules, its fields in KataGo's order.
type ruleJSON struct {
	FriendlyPassOk     bool   `json:"friendlyPassOk"`
	HasButton          bool   `json:"hasButton"`
	Ko                 string `json:"ko"`
	Scoring            string `json:"scoring"`
	Suicide            bool   `json:"suicide"`
	Tax                string `json:"tax"`
	WhiteHandicapBonus string `json:"whiteHandicapBonus"`
}

// rules returns the current rules.
func (s *session) rules() baduk.Rules {
	o := s.position.Options()
	return baduk.Rules{Ko: o.Ko, Suicide: o.Suicide, Territory: s.territory, Bonus: s.bonus}
}

// getRules executes "kata-get-rules".
func (s *session) getRules() string {
	r := s.rules()
	j := ruleJSON{FriendlyPassOk: true, Ko: koNames[r.Ko], Scoring: "AREA", Suicide: r.Suicide, Tax: "NONE",
		WhiteHandicapBonus: bonusNames[r.Bonus]}
	if r.Territory {
		j.Scoring, j.Tax = "TERRITORY", "SEKI"
	}
	text, err := json.Marshal(j)
	if err != nil {
		return "" // not reached: the struct has no such value
	}
	return string(text)
}

// setRules executes "kata-set-rules NAME" and "kata-set-rules {…}".
func (s *session) setRules(args []string) error {
	text := strings.Join(args, " ")
	if text == "" {
		return errSyntax
	}
	if !strings.HasPrefix(text, "{") {
		for _, part := range []string{"taxall", "button1"} {
			if strings.Contains(strings.ToLower(text), part) {
				return fmt.Errorf("rules with %s are not supported", part)
			}
		}
		r, err := baduk.ParseRules(text)
		if err != nil {
			return fmt.Errorf("unknown rules %q", text)
		}
		return s.useRules(r)
	}
	fields := map[string]any{}
	if err := json.Unmarshal([]byte(text), &fields); err != nil {
		return errSyntax
	}
	return s.changeRules(fields)
}

// setRule executes "kata-set-rule FIELD VALUE".
func (s *session) setRule(args []string) error {
	if len(args) != 2 {
		return errSyntax
	}
	return s.changeRules(map[string]any{args[0]: args[1]})
}

// changeRules changes fields of the current rules. A value that this player does not support is an
// error. The fields friendlyPassOk and komi are ignored; tax may be NONE or
// SEKI and changes nothing. getRules returns the current rules.
func (s *session) changeRules(fields map[string]any) error {
	r := s.rules()
	for name, value := range fields {
		text := strings.ToUpper(fmt.Sprint(value))
		good := true
		switch name {
		case "ko", "koRule":
			n := slices.Index(koNames, text)
			if good = n >= 0; good {
				r.Ko = baduk.Ko(n)
			}
		case "scoring", "scoringRule":
			good = text == "AREA" || text == "TERRITORY"
			r.Territory = text == "TERRITORY"
		case "suicide", "multiStoneSuicideLegal":
			good = text == "TRUE" || text == "FALSE"
			r.Suicide = text == "TRUE"
		case "tax", "taxRule":
			good = text == "NONE" || text == "SEKI"
		case "hasButton":
			good = text == "FALSE"
		case "whiteHandicapBonus":
			n := slices.Index(bonusNames, text)
			if good = n >= 0; good {
				r.Bonus = baduk.Bonus(n)
			}
		case "friendlyPassOk", "komi":
		default:
			return fmt.Errorf("unknown rule %q", name)
		}
		if !good {
			return fmt.Errorf("rule %s is not supported with the value %q", name, text)
		}
	}
	return s.useRules(r)
}

// kgsRules executes "kgs-rules NAME" of kgsGtp; KGS plays Chinese rules with superko.
func (s *session) kgsRules(args []string) error {
	if len(args) != 1 {
		return errSyntax
	}
	name := strings.ToLower(args[0])
	if name == "chinese" {
		name = "chinese-kgs"
	}
	return s.setRules([]string{name})
}

// useRules continues the game under other rules. The moves stay, even if the new rules forbid them.
func (s *session) useRules(r baduk.Rules) error {
	turn := s.position.Turn()
	start, position, err := s.under(r)
	if err != nil {
		return err
	}
	if s.start, s.position = start, position; position.Turn() != turn {
		position.SetTurn(turn)
	}
	s.options.Board.Ko, s.options.Board.Suicide, s.territory, s.bonus = r.Ko, r.Suicide, r.Territory, r.Bonus
	s.player.forget()
	return nil
}

// under returns the start of the game and its position under other rules.
func (s *session) under(r baduk.Rules) (start, position *baduk.Position, err error) {
	o := s.start.Options()
	o.Ko, o.Suicide = r.Ko, r.Suicide
	if start, err = baduk.New(o); err != nil {
		return nil, nil, err
	}
	stones := map[baduk.Move]baduk.Color{}
	for m := range baduk.Move(o.Width * o.Height) {
		stones[m] = s.start.Stone(m)
	}
	if err := start.Place(stones); err != nil {
		return nil, nil, err
	}
	start.SetTurn(s.start.Turn())
	position = start.Clone()
	for _, m := range s.moves {
		_ = position.Force(m.color, m.move)
	}
	return start, position, nil
}

// breaksSuperko reports whether superko alone forbids a move: with a simple ko it is legal.
func (s *session) breaksSuperko(m colored) bool {
	o := s.position.Options()
	if o.Ko == baduk.SimpleKo {
		return false
	}
	_, p, err := s.under(baduk.Rules{Ko: baduk.SimpleKo, Suicide: o.Suicide})
	if err != nil {
		return false
	}
	if p.Turn() != m.color || p.Over() {
		p.SetTurn(m.color)
	}
	return p.Legal(m.move)
}

// noLimit is KataGo's value for no limit of games.
const noLimit = 1 << 50

// params are the parameters of KataGo that this player has, sorted.
var params = []string{"allowResignation", "analysisWideRootNoise", "maxTime", "maxVisits", "numSearchThreads",
	"playoutDoublingAdvantage", "ponderingEnabled"}

// getParam executes "kata-get-param NAME".
func (s *session) getParam(args []string) (string, error) {
	if len(args) != 1 {
		return "", errSyntax
	}
	o := s.player.options
	switch args[0] {
	case "allowResignation":
		return strconv.FormatBool(!o.NeverResign), nil
	case "maxTime":
		return strconv.FormatFloat(s.options.Time.Seconds(), 'f', -1, 64), nil
	case "maxVisits":
		if o.Effort == 0 {
			return strconv.FormatInt(noLimit, 10), nil
		}
		return strconv.Itoa(o.Effort), nil
	case "numSearchThreads":
		return strconv.Itoa(max(1, o.Threads)), nil
	case "analysisWideRootNoise", "playoutDoublingAdvantage":
		return "0", nil
	case "ponderingEnabled":
		return "false", nil
	}
	return "", errors.New("unknown parameter")
}

// setParam executes "kata-set-param NAME VALUE".
func (s *session) setParam(args []string) error {
	if len(args) != 2 {
		return errSyntax
	}
	switch value := args[1]; args[0] {
	case "allowResignation":
		allow, err := strconv.ParseBool(strings.ToLower(value))
		if err != nil {
			return errSyntax
		}
		s.options.NeverResign, s.player.options.NeverResign = !allow, !allow
	case "maxTime":
		v, err := strconv.ParseFloat(value, 64)
		if err != nil || !(v > 0 && v < math.MaxInt32) {
			return errSyntax
		}
		s.options.Time = time.Duration(v * float64(time.Second))
	case "maxVisits":
		n, err := strconv.ParseUint(value, 10, 63)
		if err != nil || n == 0 {
			return errSyntax
		}
		effort := int(min(n, math.MaxInt32))
		if n >= noLimit {
			effort = 0
		}
		s.options.Effort, s.player.options.Effort = effort, effort
	default:
		now, err := s.getParam(args[:1])
		if err != nil {
			return err
		}
		if v, err := strconv.ParseFloat(value, 64); err == nil { // 0.0 is 0
			value = strconv.FormatFloat(v, 'f', -1, 64)
		}
		if value != now {
			return fmt.Errorf("parameter %s is always %s", args[0], now)
		}
	}
	return nil
}
