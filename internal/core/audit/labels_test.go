package audit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/audit"
)

func TestEntry_LabelsFieldsOfBothStates(t *testing.T) {
	t.Parallel()
	e := audit.Entry{
		Before: audit.State{"url": "https://example.com/", "utm": map[string]any{"source": "mail"}},
		After:  audit.State{"timeZone": "UTC", "rules": []any{map[string]any{"fallbackUrl": "https://example.org/"}}},
	}
	want := map[string]string{
		"url": "destination", "utm": "UTM parameters", "source": "source", "timeZone": "time zone", "rules": "rules", "fallbackUrl": "fallback URL",
	}
	if diff := cmp.Diff(want, e.Labels()); diff != "" {
		t.Error(diff)
	}
	if got := (audit.Entry{}).Labels(); got == nil || len(got) != 0 {
		t.Errorf("labels of an entry without states: %v", got)
	}
}
