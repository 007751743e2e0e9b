package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionAnswer is what the command version prints.
type versionAnswer struct {
	Version  string `json:"version"`            // of the module, "(devel)" for a checkout
	Revision string `json:"revision,omitempty"` // of the checkout it was built from
	Modified bool   `json:"modified,omitempty"` // the checkout had changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
	program  string
}

// Version returns the version of the module that the program was built from, "(devel)" for a checkout.
func Version() string { return buildVersion().Version }

// buildVersion reads what the Go tool recorded in the binary.
func buildVersion() versionAnswer {
	v := versionAnswer{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Revision = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}

func newVersion(a *App) *cobra.Command {
	return a.Command("version", cobra.NoArgs, func(*cobra.Command, []string) error {
		v := buildVersion()
		v.program = a.program.Name
		return a.Print(v)
	})
}

func (v versionAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "%s %s %s %s\n", v.program, v.Version, v.Go, v.Platform)
}
