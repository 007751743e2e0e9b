package cli

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
	"golang.org/x/sys/cpu"
)

// versionAnswer is what the command version prints.
type versionAnswer struct {
	Version  string `json:"version"`            // of the module, "(devel)" for a checkout
	Revision string `json:"revision,omitempty"` // of the checkout it was built from
	Modified bool   `json:"modified,omitempty"` // the checkout had changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
	Level    string `json:"level,omitempty"`  // on amd64: the level of the processor that it was built for, "v1" to "v4"
	RunsV3   *bool  `json:"runsV3,omitempty"` // on amd64: this processor runs programs built for v3
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
		case "GOAMD64":
			v.Level = s.Value
		}
	}
	if runtime.GOARCH == "amd64" {
		v.RunsV3 = new(runsV3())
	}
	return v
}

// runsV3 reports whether the processor has what GOAMD64=v3 needs. LZCNT, MOVBE and F16C, which package cpu does not
// report, came with the others.
func runsV3() bool {
	x := &cpu.X86
	return x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasFMA && x.HasPOPCNT && x.HasOSXSAVE
}

func newVersion(a *App) *cobra.Command {
	return a.Command("version", cobra.NoArgs, func(*cobra.Command, []string) error {
		v := buildVersion()
		v.program = a.program.Name
		return a.Print(v)
	})
}

func (v versionAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "%s %s %s %s", v.program, v.Version, v.Go, v.Platform)
	if v.Level != "" {
		fmt.Fprint(w, " ", v.Level)
	}
	switch {
	case v.RunsV3 == nil || v.Level >= "v3":
	case *v.RunsV3:
		fmt.Fprint(w, "; this processor runs v3 too")
	default:
		fmt.Fprint(w, "; this processor does not run v3")
	}
	fmt.Fprintln(w)
}
