package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionInfo is what `zobrist version` prints.
type versionInfo struct {
	Version  string `json:"version"`            // of the module, "(devel)" for a checkout
	Revision string `json:"revision,omitempty"` // of the checkout it was built from
	Modified bool   `json:"modified,omitempty"` // the checkout had changes
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// buildVersion reads what the Go tool recorded in the binary.
func buildVersion() versionInfo {
	v := versionInfo{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
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

func newVersion(a *app) *cobra.Command {
	return a.command("version", cobra.NoArgs, func(*cobra.Command, []string) error {
		return a.print(buildVersion())
	})
}

func (v versionInfo) text(w io.Writer) {
	fmt.Fprintf(w, "zobrist %s %s %s\n", v.Version, v.Go, v.Platform)
}
