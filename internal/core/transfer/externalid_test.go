package transfer_test

import (
	"strings"
	"testing"

	"linnet/internal/core/transfer"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestImport_RecognizesLinksByTheirExternalID(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		in := newInstall(t, s)
		const file = "alias,url,externalId\nfirst,https://example.com/1,crm:1\nsecond,https://example.com/2,crm:2\n,https://example.com/3,crm:3\n"
		for i, want := range []string{
			"done: 3/3, 3 created, 0 updated, 0 skipped, 0 failed",
			"done: 3/3, 0 created, 0 updated, 3 skipped, 0 failed",
		} {
			if got := tally(in.imported(file, transfer.Options{})); got != want {
				t.Errorf("%d: %s, want %s", i, got, want)
			}
		}
		if got, want := tally(in.imported(file, transfer.Options{OnConflict: transfer.Update})), "done: 3/3, 0 created, 0 updated, 3 skipped, 0 failed"; got != want {
			t.Errorf("update with the same file: %s, want %s", got, want)
		}
		j := in.imported("alias,url,externalId\nrenamed,https://example.com/new,crm:1\nfourth,https://example.com/4,crm:4\nfifth,https://example.com/5,crm:4\nsecond,https://example.com/2,crm:1\n",
			transfer.Options{OnConflict: transfer.Update})
		if got, want := tally(j), "done: 4/4, 1 created, 3 updated, 0 skipped, 0 failed"; got != want {
			t.Errorf("%s, want %s: %s", got, want, strings.Join(in.report(j.ID), "\n"))
		}
		for alias, want := range map[string][2]string{
			"first": {"https://example.com/2", "crm:1"}, "second": {"https://example.com/2", "crm:2"}, "fourth": {"https://example.com/5", "crm:4"},
		} {
			if l := in.find(alias); l.URL != want[0] || l.ExternalID != want[1] {
				t.Errorf("%s leads to %s, external id %s; want %v", alias, l.URL, l.ExternalID, want)
			}
		}
		if n := in.count(); n != 4 {
			t.Errorf("%d links, want 4", n)
		}
	})
}
