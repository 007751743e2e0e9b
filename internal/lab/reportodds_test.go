package lab_test

import (
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// Rows 0, 2, 3, 5, 6, 8 and 10 of the report's table are misprinted.
func TestReportRows(t *testing.T) {
	var wrong []int
	for _, r := range lab.ReportRows() {
		if r.Misprint {
			wrong = append(wrong, r.M)
		}
	}
	if got, want := fmt.Sprint(wrong), "[0 2 3 5 6 8 10]"; got != want {
		t.Errorf("misprints in rows %s, want %s", got, want)
	}
	if r := lab.ReportRows()[0]; r.Printed != ".36778" || r.Rounded != ".36788" {
		t.Errorf("row 0: printed %s, truth %s", r.Printed, r.Rounded)
	}
}
