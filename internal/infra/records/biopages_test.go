package records_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/analytics"
	"linnet/internal/core/event"
	"linnet/internal/core/page"
	"linnet/internal/core/routing"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

var _ page.Store = (*records.Store)(nil)

// newPage returns a page on the default domain, which is not stored.
func newPage(t *testing.T, s *records.Store, owner access.Actor, handle string) page.Page {
	t.Helper()
	on, err := s.DomainByHost(t.Context(), testkit.Host)
	if err != nil {
		t.Fatal(err)
	}
	at := testkit.Day()
	return page.Page{
		ID: ident.New(ident.BioPage), WorkspaceID: owner.WorkspaceID, DomainID: on.ID, Domain: on.Host, OnDefault: true,
		CaseSensitive: on.CaseSensitive, Handle: handle,
		Content: page.Content{Title: "Ada", Blocks: []page.Block{
			{ID: ident.New(ident.PageBlock), Visible: true, Body: &page.Heading{Text: "Talks", Level: 2}},
		}},
		Revision: 1, RevisedAt: at, RevisedBy: owner.UserID, CreatedBy: owner.UserID, CreatedAt: at, UpdatedAt: at,
	}
}

func pageEvent(p *page.Page, kind event.Kind) []event.Event {
	return []event.Event{event.New(event.Actor{}, kind, p.WorkspaceID, p.ID, event.Created(event.BioPage{Alias: p.Alias()}), p.UpdatedAt)}
}

func putPage(t *testing.T, s *records.Store, owner access.Actor, handle string) page.Page {
	t.Helper()
	p := newPage(t, s, owner, handle)
	if err := s.InsertPage(t.Context(), page.Write{Page: p, Events: pageEvent(&p, event.BioPageCreated)}); err != nil {
		t.Fatal(err)
	}
	return p
}

// pageTo returns an edit that replaces the stored page.
func pageTo(next page.Page, merge bool) func(*page.Page) (page.Change, error) {
	return func(stored *page.Page) (page.Change, error) {
		*stored = next
		return page.Change{Merge: merge}, nil
	}
}

func TestPages_StoresAndPublishesRevisions(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		p := putPage(t, s, owner, "ada")
		got, err := s.Page(t.Context(), owner.WorkspaceID, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, got); diff != "" {
			t.Error(diff)
		}
		if _, err := s.PublishedPage(t.Context(), p.ID); !fault.Is(err, fault.NotFound) {
			t.Errorf("before it is published: %v", err)
		}
		target, err := s.Target(t.Context(), p.DomainID, []string{"@ada"})
		if err != nil || target.Kind != routing.KindPage || target.PageID != p.ID {
			t.Errorf("the alias leads to %+v, %v", target, err)
		}
		p.PublishedRevision, p.PublishedAt = 1, p.UpdatedAt
		if published, err := s.ChangePage(t.Context(), p.WorkspaceID, p.ID, page.NewLinks{}, pageTo(p, false)); err != nil || published.Unpublished {
			t.Fatalf("unpublished changes %v, %v", published.Unpublished, err)
		}
		draft := p
		draft.Title, draft.Language, draft.Handle, draft.Revision = "Grace", "zh-Hant", "grace", 2
		changed, err := s.ChangePage(t.Context(), p.WorkspaceID, p.ID, page.NewLinks{}, pageTo(draft, false))
		if err != nil || !changed.Unpublished {
			t.Fatalf("unpublished changes %v, %v", changed.Unpublished, err)
		}
		if read, err := s.Page(t.Context(), p.WorkspaceID, p.ID); err != nil || !read.Unpublished || read.Language != "zh-Hant" {
			t.Errorf("read with unpublished changes %v, in %q, %v", read.Unpublished, read.Language, err)
		}
		if public, err := s.PublishedPage(t.Context(), p.ID); err != nil || public.Title != "Ada" || public.Language != "" || public.Handle != "grace" {
			t.Errorf("visitors see %+v, %v", public, err)
		}
		if _, err := s.Target(t.Context(), p.DomainID, []string{"@ada"}); !fault.Is(err, fault.NotFound) {
			t.Errorf("the former handle: %v", err)
		}
		e := pageEvent(&p, event.BioPageDeleted)[0]
		if err := s.DeletePage(t.Context(), owner.WorkspaceID, p.ID, e); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Target(t.Context(), p.DomainID, []string{"@grace"}); !fault.Is(err, fault.NotFound) {
			t.Errorf("the handle of a deleted page: %v", err)
		}
	})
}

func TestNames_LabelsBlocksByTheirTextOrKind(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		p := newPage(t, s, owner, "ada")
		want, ids := map[string]string{}, []string{ident.New(ident.PageBlock)} // the first one was removed
		add := func(body page.Body, label string) {
			id := ident.New(ident.PageBlock)
			p.Blocks = append(p.Blocks, page.Block{ID: id, Visible: true, Body: body})
			want[id], ids = label, append(ids, id)
		}
		add(&page.Link{Title: "Portfolio"}, "Portfolio")
		add(&page.Product{Title: "Engine"}, "Engine")
		add(&page.VCard{Name: "Ada Lovelace"}, "Ada Lovelace")
		add(&page.Map{Query: "London"}, "London")
		add(&page.Form{Title: "News"}, "News")
		add(&page.Social{}, "social")
		if err := s.InsertPage(t.Context(), page.Write{Page: p, Events: pageEvent(&p, event.BioPageCreated)}); err != nil {
			t.Fatal(err)
		}
		got, err := s.Labels(t.Context(), access.WholeWorkspace(owner.WorkspaceID), analytics.Block, ids)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestPages_KeepsThePublishedAmongTheLatestRevisions(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		p := putPage(t, s, owner, "ada")
		p.PublishedRevision = 1
		for p.Revision < page.MaxRevisions+10 {
			p.Revision++
			p.UpdatedAt = p.UpdatedAt.Add(time.Minute)
			if _, err := s.ChangePage(t.Context(), p.WorkspaceID, p.ID, page.NewLinks{}, pageTo(p, p.Revision == 3)); err != nil {
				t.Fatal(err)
			}
		}
		found, err := s.Revisions(t.Context(), owner.WorkspaceID, p.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != page.MaxRevisions+1 || found[0].Number != p.Revision || found[len(found)-1].Number != 1 {
			t.Errorf("%d revisions from %d to %d", len(found), found[0].Number, found[len(found)-1].Number)
		}
	})
}

func TestPages_ConcurrentCreatesStayInTheLimitAndShareNoHandle(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		const tries, limit = 6, 2
		results := make([]error, 2*tries)
		var group sync.WaitGroup
		for i := range results {
			handle := "ada"
			if i%2 == 1 {
				handle = ident.Alias(ident.AliasLower, 12)
			}
			p := newPage(t, s, owner, handle)
			group.Go(func() {
				results[i] = s.InsertPage(t.Context(), page.Write{Page: p, Limit: limit, Events: pageEvent(&p, event.BioPageCreated)})
			})
		}
		group.Wait()
		stored := 0
		for _, err := range results {
			switch {
			case err == nil:
				stored++
			case !fault.Is(err, fault.LimitReached) && !fault.Is(err, fault.Conflict):
				t.Error(err)
			}
		}
		if n, err := s.CountPages(t.Context(), owner.WorkspaceID); err != nil || n != limit || stored != limit {
			t.Errorf("%d pages, %d created, %v; want %d", n, stored, err, limit)
		}
	})
}

func TestPages_ListsBySearchNewestFirst(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner, other := testkit.Owner(t, s), testkit.Owner(t, s)
		putPage(t, s, owner, "ada")
		putPage(t, s, owner, "grace")
		putPage(t, s, other, "adele")
		list := func(f page.Filter) (handles []string) {
			f.Limit = 10
			found, err := s.Pages(t.Context(), owner.WorkspaceID, f)
			if err != nil || found.Total != len(found.Pages) {
				t.Fatal(found.Total, err)
			}
			for _, p := range found.Pages {
				handles = append(handles, p.Handle)
			}
			slices.Sort(handles)
			return handles
		}
		if got := list(page.Filter{}); !slices.Equal(got, []string{"ada", "grace"}) {
			t.Errorf("all: %v", got)
		}
		if got := list(page.Filter{Search: "@GRA"}); !slices.Equal(got, []string{"grace"}) {
			t.Errorf("search: %v", got)
		}
	})
}
