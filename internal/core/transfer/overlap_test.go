package transfer_test

import (
	"strings"
	"testing"

	"linnet/internal/core/link"
	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestImport_StaysOutOfOtherWorkspacesPaths(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		other := testkit.Owner(t, s)
		for _, alias := range []string{"docs/*", "deep/down", "plain"} {
			if _, err := in.links.Create(t.Context(), other, link.Draft{Alias: &alias, Settings: link.Settings{URL: "https://example.com/theirs"}}); err != nil {
				t.Fatal(err)
			}
		}
		const file = "alias,url\ndocs/login,https://evil.example/\ndeep/*,https://evil.example/\nfine/*,https://example.com/\nfine/too,https://example.com/\nplain/login,https://evil.example/\n"
		j := in.imported(file, transfer.Options{OnConflict: transfer.Skip})
		if got, want := tally(j), "done: 5/5, 2 created, 0 updated, 3 skipped, 0 failed"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
		for i, want := range []string{"skipped", "skipped", "created", "created", "skipped"} {
			if row := in.report(j.ID)[i]; !strings.Contains(row, ","+want+",") {
				t.Errorf("row %d: %s, want %s", i+1, row, want)
			}
		}
	})
}
