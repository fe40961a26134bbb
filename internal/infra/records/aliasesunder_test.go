package records_test

import (
	"os"
	"slices"
	"testing"

	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestAliasesUnder_FindsBeginnings(t *testing.T) {
	t.Parallel()
	installs := map[string]records.Options{"sqlite": {Dir: testkit.SQLiteDir(t)}}
	if os.Getenv(testkit.Engines) == "all" {
		installs["postgres"] = records.Options{URL: testkit.MigratedPostgres(t)}
	}
	for name, o := range installs {
		t.Run(name, func(t *testing.T) {
			s, err := records.Open(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			owner := testkit.Owner(t, s)
			for _, alias := range []string{"V4/groups", "v4", "v40", "rest/v3/short-urls", "restaurant", "a_i/x", "api/x"} {
				putLink(t, s, owner, func(*link.Link) {}, alias)
			}
			found, err := records.AliasesUnder(t.Context(), o, []string{"v4/", "rest/", "a_i/"})
			var aliases []string
			for _, a := range found {
				aliases = append(aliases, a.Alias)
				if a.Host == "" {
					t.Errorf("%+v has no host", a)
				}
			}
			if slices.Sort(aliases); err != nil || !slices.Equal(aliases, []string{"V4/groups", "a_i/x", "rest/v3/short-urls"}) {
				t.Errorf("found %v, %v", aliases, err)
			}
		})
	}
}
