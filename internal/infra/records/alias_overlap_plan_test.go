package records

import (
	"strings"
	"testing"
)

func TestBelow_ReadsTheIndexOfRoots(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	if got := queryPlan(t, s, belowQuery, "dom_1", "docs", "wsp_1", 5, "docs/"); !strings.Contains(got, "USING INDEX aliases_by_root") {
		t.Errorf("the plan is %s", got)
	}
}
