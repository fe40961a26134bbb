package domain_test

import (
	"errors"
	"strings"
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/base/null"
	"linnet/internal/core/domain"
)

func TestService_UpdateNamesTheFaultInAssociations(t *testing.T) {
	t.Parallel()
	benches(t, func(t *testing.T, b *bench) {
		d := b.verified(t, b.owner, "go.brand.example")
		for document, want := range map[string]string{
			"{\n  \"applinks\": }":                              "see line 2, column 15",
			`{"applinks": []}`:                                  "applinks must be an object.",
			`{"applinks": {"details": 1}}`:                      "applinks.details must be a list.",
			`{"applinks": {"details": [{}, {}]}}`:               "applinks.details[0] needs appIDs",
			`{"applinks": {"details": [{"appIDs": ["a", 1]}]}}`: "applinks.details[0].appIDs must be",
			`{"webcredentials": {"apps": "a"}}`:                 "webcredentials.apps must be a list",
			`{"other": {}}`:                                     "needs one of the keys",
		} {
			_, err := b.Update(t.Context(), b.owner, d.ID, func(s *domain.Settings) { s.AppleAppSiteAssociation = null.JSON(document) })
			wantFieldError(t, err, "appleAppSiteAssociation", want)
		}
		for document, want := range map[string]string{
			`{}`:                                  "Enter a JSON list",
			`[1]`:                                 "[0] must be an object",
			`[{"relation": [], "target": {}}]`:    "[0].relation must be",
			`[{"relation": ["x"], "target": []}]`: "[0].target must be",
			`[{"relation": ["x"], "target": {"namespace": 1}}]`:        "[0].target.namespace must be",
			`[{"relation": ["x"], "target": {"namespace": "web"}}, 2]`: "[1] must be an object",
		} {
			_, err := b.Update(t.Context(), b.owner, d.ID, func(s *domain.Settings) { s.AssetLinks = null.JSON(document) })
			wantFieldError(t, err, "assetLinks", want)
		}
	})
}

// wantFieldError fails the test unless err has exactly one field error whose
// message contains text.
func wantFieldError(t *testing.T, err error, field, text string) {
	t.Helper()
	var f *fault.Error
	if !errors.As(err, &f) || len(f.Fields) != 1 || f.Fields[0].Field != field || !strings.Contains(f.Fields[0].Message, text) {
		t.Errorf("%v, want %q at %s", err, text, field)
	}
}
