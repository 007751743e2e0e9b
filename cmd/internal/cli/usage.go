package cli

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// checkUsage replaces cobra's errors about arguments by our own, for cmd and all commands below it.
func checkUsage(cmd *cobra.Command) {
	if arguments := cmd.Args; arguments != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			err := arguments(cmd, args)
			if err == nil || errors.As(err, new(usage)) {
				return err
			}
			return argumentsError(cmd, args)
		}
	}
	for _, c := range cmd.Commands() {
		checkUsage(c)
	}
}

// argumentsError is the error for arguments that are missing or too many.
func argumentsError(cmd *cobra.Command, args []string) error {
	var wanted []string
	for words := strings.Fields(cmd.Use)[1:]; len(words) > 0; words = words[1:] {
		switch word := strings.Trim(words[0], "[]"); {
		case strings.HasPrefix(word, "--") && len(words) > 1: // with its value
			words = words[1:]
		case word != "flags" && word != "|":
			wanted = append(wanted, word)
		}
	}
	switch {
	case cmd.HasSubCommands():
		return Usagef("", "unknown command %q for %s", args[0], cmd.CommandPath())
	case len(args) < len(wanted):
		return Usagef("", "%s needs %s", cmd.CommandPath(), strings.Join(wanted, " "))
	case len(wanted) == 0:
		return Usagef("", "unexpected argument %q: %s takes none", args[0], cmd.CommandPath())
	}
	return Usagef("", "unexpected argument %q: %s takes %s only", args[len(wanted)], cmd.CommandPath(),
		strings.Join(wanted, " "))
}

// flagError rewrites an error about the value of a flag.
func flagError(_ *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && strings.IndexAny(unknown.GetSpecifiedShortnames(), "0123456789") == 0 {
		return Usagef("if it is a number, write -- before the arguments", "%w", err)
	}
	var value *pflag.InvalidValueError
	if !errors.As(err, &value) {
		return err // it names an unknown flag, or one without a value
	}
	text := Usagef("", "invalid --%s %s: %w", value.GetFlag().Name, quoted(value.GetValue()), valueError(value))
	if h := HintOf(err); h != "" {
		return Hint(text, "%s", h)
	}
	return text
}

// valueError returns the reason why a flag's value is invalid.
func valueError(e *pflag.InvalidValueError) error {
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

// exclusiveFlags is the annotation of a command with groups of flags that exclude each other, a line each.
const exclusiveFlags = "exclusive"

// Exclude says that the flags of these names exclude each other.
func Exclude(cmd *cobra.Command, names ...string) {
	cmd.MarkFlagsMutuallyExclusive(names...) // for completions
	annotate(cmd, exclusiveFlags, strings.Join(names, " ")+"\n")
}

// checkFlags returns an error if flags are missing, or given together that exclude each other. Cobra checks the same
// later.
func checkFlags(cmd *cobra.Command) error {
	var missing []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		name, _ := pflag.UnquoteUsage(f)
		if slices.Equal(f.Annotations[cobra.BashCompOneRequiredFlag], []string{"true"}) && !f.Changed {
			missing = append(missing, "--"+f.Name+" "+name)
		}
	})
	if len(missing) > 0 {
		return Usagef("", "%s needs %s", cmd.CommandPath(), strings.Join(missing, " and "))
	}
	for group := range strings.Lines(cmd.Annotations[exclusiveFlags]) {
		var given []string
		for name := range strings.FieldsSeq(group) {
			if cmd.Flags().Changed(name) {
				given = append(given, "--"+name)
			}
		}
		if len(given) > 1 {
			slices.Sort(given)
			return Usagef("give one of them", "%s exclude each other", strings.Join(given, " and "))
		}
	}
	return nil
}

// quoted returns a value as a person types it.
func quoted(s string) string {
	if s == "" || strings.ContainsAny(s, " \t\n\"'") {
		return strconv.Quote(s)
	}
	return s
}
