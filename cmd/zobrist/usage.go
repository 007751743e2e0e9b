package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// plainUsage says in plain words what the command line lacks, for an error of
// the library that reads it. Any other error is returned as it is.
func plainUsage(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var hinted hinted
	switch {
	case errors.As(err, &value):
		plain := usagef("", "--%s %s: %w", value.GetFlag().Name, quoted(value.GetValue()), plainValue(value))
		if errors.As(err, &hinted) {
			return hint(plain, "%s", hinted.hint)
		}
		return plain
	case exclusive.MatchString(err.Error()):
		flags := strings.Fields(exclusive.FindStringSubmatch(err.Error())[1])
		return usagef("give one of them", "--%s exclude each other", strings.Join(flags, " and --"))
	case required.MatchString(err.Error()):
		var flags []string
		for quoted := range strings.SplitSeq(required.FindStringSubmatch(err.Error())[1], ", ") {
			flag := cmd.Flag(strings.Trim(quoted, `"`))
			value, _ := pflag.UnquoteUsage(flag)
			flags = append(flags, "--"+flag.Name+" "+value)
		}
		return usagef("", "%s needs %s", cmd.CommandPath(), strings.Join(flags, " and "))
	}
	return plainArguments(cmd, err)
}

var (
	exclusive = regexp.MustCompile(`^if any flags in the group \[.*\] are set none .*; \[(.*)\] were all set$`)
	required  = regexp.MustCompile(`^required flag\(s\) (".*") not set$`)
	counted   = regexp.MustCompile(`^(accepts|requires) .*arg\(s\),.* received (\d+)$`)
)

// plainArguments says which arguments are missing or too many.
func plainArguments(cmd *cobra.Command, err error) error {
	given := cmd.Flags().Args()
	if !counted.MatchString(err.Error()) {
		if len(given) == 0 || err.Error() != fmt.Sprintf("unknown command %q for %q", given[0], cmd.CommandPath()) {
			return err
		}
		if cmd.HasSubCommands() {
			return usagef("", "unknown command %q for %s", given[0], cmd.CommandPath())
		}
		return usagef("", "unexpected argument %q: %s takes none", given[0], cmd.CommandPath())
	}
	var wanted []string
	for _, word := range strings.Fields(cmd.Use)[1:] {
		if word != "[flags]" {
			wanted = append(wanted, strings.Trim(word, "[]"))
		}
	}
	if len(given) > len(wanted) {
		return usagef("", "unexpected argument %q: %s takes %s only", given[len(wanted)], cmd.CommandPath(),
			strings.Join(wanted, " "))
	}
	return usagef("", "%s needs %s", cmd.CommandPath(), strings.Join(wanted, " "))
}

// plainValue says what is wrong with the value of a flag.
func plainValue(e *pflag.InvalidValueError) error {
	switch kind := e.GetFlag().Value.Type(); {
	case kind == "duration":
		return errors.New("not a time; write 90s, 10m or 1h30m")
	case kind == "bool":
		return errors.New("write true or false")
	case strings.HasPrefix(kind, "float"):
		return errors.New("not a number")
	case strings.Contains(kind, "int"):
		if _, err := strconv.ParseInt(e.GetValue(), 0, 64); errors.Is(err, strconv.ErrRange) {
			return errors.New("the number is too large")
		}
		return errors.New("not a whole number")
	}
	return e.Unwrap()
}

// quoted returns a value as a person types it.
func quoted(s string) string {
	if s == "" || strings.ContainsAny(s, " \t\n\"'") {
		return strconv.Quote(s)
	}
	return s
}
