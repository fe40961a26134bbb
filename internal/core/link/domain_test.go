package link_test

import (
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

func TestService_DeleteOnDomainDeletesLinksAndFreesAliases(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		b := newBench(t, s)
		var drafts []link.Draft
		for _, alias := range []string{"one", "two", "three"} {
			drafts = append(drafts, link.Draft{Alias: &alias, Settings: link.Settings{URL: "https://example.com/"}})
		}
		made, err := b.CreateMany(t.Context(), b.owner, drafts)
		if err != nil {
			t.Fatal(err)
		}
		removed := made[0].Link
		if err := b.Delete(t.Context(), b.owner, removed.ID); err != nil { // its alias stays taken
			t.Fatal(err)
		}
		for range 2 { // a repeated call changes nothing
			if err := b.DeleteOnDomain(t.Context(), b.owner.WorkspaceID, removed.DomainID); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := b.Count(t.Context(), b.owner); err != nil || n != 0 {
			t.Errorf("%d links, %v", n, err)
		}
		if page, err := b.Tombstones(t.Context(), b.owner, "", 10, ""); err != nil || page.Total != 0 {
			t.Errorf("%d tombstones, %v", page.Total, err)
		}
		restored, err := b.RestoreMany(t.Context(), b.owner, []string{made[1].Link.ID})
		if err != nil || !fault.Is(restored[0].Err, fault.NotFound) {
			t.Errorf("restoring a link: %v, %v", restored, err)
		}
	})
}
