package kutt

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"linnet/internal/base/ident"
)

func TestUUIDs_AreOfVersion8AndLeadBack(t *testing.T) {
	t.Parallel()
	version8 := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	for range 1000 {
		id := ident.Text(ident.Link, rand.Uint64()|1) //nolint:gosec // a test
		uuid := uuidOf(id)
		if got := idOf(ident.Link, uuid); got != id || !version8.MatchString(uuid) {
			t.Fatalf("%s is %s, which leads to %s", id, uuid, got)
		}
	}
	if got := idOf(ident.Link, "lnk_3kq7c8v0d5m2a"); got != "lnk_3kq7c8v0d5m2a" {
		t.Errorf("an id leads to %q", got)
	}
	for _, text := range []string{"", "x", "dom_3kq7c8v0d5m2a", "12345678-1234-8234-8234-123456789abc"} {
		if got := idOf(ident.Link, text); got != "" {
			t.Errorf("%q leads to %q", text, got)
		}
	}
}

func TestExpiry_ReadsWhatThePackageMsReads(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]time.Duration{
		`"2 minutes"`: 2 * time.Minute, `"8h"`: 8 * time.Hour, `"42 days"`: 42 * day, `"1y"`: year, `"1.5 Hours"`: 90 * time.Minute,
		`120000`: 2 * time.Minute, `"120000"`: 2 * time.Minute, `""`: 0, `null`: 0, `"1w"`: 7 * day, `"2 mo"`: year / 6,
	} {
		var got expiry
		if err := json.Unmarshal([]byte(raw), &got); err != nil || time.Duration(got) != want {
			t.Errorf("%s is %s, %v; want %s", raw, time.Duration(got), err, want)
		}
	}
	for _, raw := range []string{`"soon"`, `"59s"`, `-5`, `"-1 day"`, `{}`, `[]`, `"1 fortnight"`, `"999999999999 years"`, `true`} {
		var got expiry
		if err := json.Unmarshal([]byte(raw), &got); err == nil {
			t.Errorf("%s is %s", raw, time.Duration(got))
		}
	}
}
