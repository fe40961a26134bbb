package records_test

import (
	"testing"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/link"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// setExternalID sets the external id of a stored link and returns the fault.
func setExternalID(t *testing.T, s *records.Store, l *link.Link, id string) error {
	t.Helper()
	results, err := s.ChangeLinks(t.Context(), access.WholeWorkspace(l.WorkspaceID), []string{l.ID}, func(stored *link.Link) ([]event.Event, error) {
		stored.ExternalID, stored.Version = id, stored.Version+1
		return []event.Event{told(event.LinkUpdated, stored)}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	*l = *results[0].Link
	return results[0].Err
}

func TestExternalIDs_AreUniqueAmongTheLinksOfAWorkspaceThatAreNotDeleted(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner, other := testkit.Owner(t, s), testkit.Owner(t, s)
		named := func(id string) func(*link.Link) { return func(l *link.Link) { l.ExternalID = id } }
		first := putLink(t, s, owner, named("crm:7"), "a")
		putLink(t, s, other, named("crm:7"), "b")
		second := putLink(t, s, owner, named("crm:8"), "c")
		refused := func(err error) {
			t.Helper()
			if !fault.Is(err, fault.Conflict) || !fault.Names(err, "externalId") {
				t.Fatal(err)
			}
		}
		refused(setExternalID(t, s, second, "crm:7"))
		stored, err := s.Link(t.Context(), owner.View(), second.ID)
		if err != nil || stored.ExternalID != "crm:8" {
			t.Fatal(stored, err)
		}
		third, fourth := newLink(t, s, owner, named("crm:9"), "d"), newLink(t, s, owner, named("crm:8"), "e")
		errs, err := s.InsertLinks(t.Context(), owner.WorkspaceID, 0, []link.Write{
			{Link: third, Event: told(event.LinkCreated, third)}, {Link: fourth, Event: told(event.LinkCreated, fourth)},
		})
		if err != nil || errs[0] != nil {
			t.Fatal(errs, err)
		}
		refused(errs[1])
		must(t)(s.DeleteLinks(t.Context(), owner.WorkspaceID, []link.Write{{Link: first, Event: told(event.LinkDeleted, first)}}))
		if err := setExternalID(t, s, stored, "crm:7"); err != nil {
			t.Fatal(err)
		}
		first.Version++
		errs, err = s.RestoreLinks(t.Context(), owner.WorkspaceID, 0, []link.Write{{Link: first, Event: told(event.LinkRestored, first)}})
		if err != nil {
			t.Fatal(err)
		}
		refused(errs[0])
	})
}

func TestUpgrade_FindsOlderLinksByTheirDestination(t *testing.T) {
	t.Parallel()
	const address = "https://example.com/größe?a=夏&b=%F0"
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := upgraded(t, engine, 28, append(linkOfSchema28(address),
				`INSERT INTO aliases (domain_id, folded, alias, target_kind, target_id, position, created_at) VALUES ('dom_1', 'a', 'a', 'link', 'lnk_1', 0, 1)`)...)
			page, err := s.Links(t.Context(), access.WholeWorkspace("wsp_1"), link.Filter{URL: address, Limit: 10, Sort: link.ByCreatedAt})
			if err != nil || page.Total != 1 || len(page.Links) != 1 {
				t.Errorf("%+v, %v", page, err)
			}
		})
	}
}
