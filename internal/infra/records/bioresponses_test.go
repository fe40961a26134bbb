package records_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/event"
	"linnet/internal/core/page"
	"linnet/internal/infra/records"
	"linnet/internal/testkit"
)

// respond stores a response that is minute minutes old.
func respond(t *testing.T, s *records.Store, pageID, block, form, email string, minute int) page.Response {
	t.Helper()
	r := page.Response{
		ID: ident.New(ident.Response), PageID: pageID, BlockID: block, Form: form, Email: email, Consent: "I agree.",
		CreatedAt: testkit.Day().Add(-time.Duration(minute) * time.Minute),
	}
	if err := s.AddResponse(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestResponses_AreCountedListedAndDeletedByForm(t *testing.T) {
	t.Parallel()
	testkit.Stores(t, func(t *testing.T, s *records.Store) {
		owner := testkit.Owner(t, s)
		p, other := putPage(t, s, owner, "ada"), putPage(t, s, owner, "grace")
		e := event.New(event.Actor{}, event.BioPageResponsesDeleted, owner.WorkspaceID, p.ID, event.BioPage{}, testkit.Day())
		for i := range 3 {
			respond(t, s, p.ID, "blk_news", fmt.Sprintf("News %d", i), fmt.Sprintf("v%d@example.com", i), 10+i)
		}
		single := respond(t, s, p.ID, "blk_shop", "Shop", "v0@example.com", 5)
		respond(t, s, other.ID, "blk_news", "Other", "v0@example.com", 1)

		forms, err := s.ResponseForms(t.Context(), p.ID)
		want := []page.FormUse{
			{BlockID: "blk_shop", Title: "Shop", Responses: 1, LatestAt: single.CreatedAt},
			{BlockID: "blk_news", Title: "News 0", Responses: 3, LatestAt: testkit.Day().Add(-10 * time.Minute)},
		}
		if err != nil || !slices.EqualFunc(forms, want, func(a, b page.FormUse) bool {
			return a.LatestAt.Equal(b.LatestAt) && a.BlockID == b.BlockID && a.Title == b.Title && a.Responses == b.Responses
		}) {
			t.Errorf("forms %+v, %v", forms, err)
		}

		first, err := s.Responses(t.Context(), page.ResponseFilter{PageID: p.ID, BlockID: "blk_news", Limit: 2})
		if err != nil || first.Total != 3 || len(first.Responses) != 2 || first.Responses[0].Email != "v0@example.com" {
			t.Fatalf("first page %+v, %v", first, err)
		}
		last, err := s.Responses(t.Context(), page.ResponseFilter{PageID: p.ID, BlockID: "blk_news", Limit: 2, Cursor: first.NextCursor})
		if err != nil || len(last.Responses) != 1 || last.Responses[0].Email != "v2@example.com" || last.NextCursor != "" {
			t.Errorf("last page %+v, %v", last, err)
		}

		if n, err := s.DeleteResponses(t.Context(), p.ID, "blk_news", e); err != nil || n != 3 {
			t.Errorf("deleted %d of a form, %v", n, err)
		}
		if all, err := s.Responses(t.Context(), page.ResponseFilter{PageID: p.ID, Limit: 10}); err != nil || all.Total != 1 {
			t.Errorf("the responses of the other form: %+v, %v", all, err)
		}
		if n, err := s.DeleteResponses(t.Context(), p.ID, "", e); err != nil || n != 1 {
			t.Errorf("deleted %d of the page, %v", n, err)
		}
		if n, err := s.DeleteResponses(t.Context(), p.ID, "", e); err != nil || n != 0 {
			t.Errorf("deleted %d of none, %v", n, err)
		}
		if kept, err := s.Responses(t.Context(), page.ResponseFilter{PageID: other.ID, Limit: 10}); err != nil || kept.Total != 1 {
			t.Errorf("the responses of the other page: %+v, %v", kept, err)
		}
		if err := s.DeleteResponse(t.Context(), p.ID, single.ID, e); !fault.Is(err, fault.NotFound) {
			t.Errorf("a deleted response: %v", err)
		}
	})
}
