package page

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
)

// MaxResponses is the number of responses that a page stores.
const MaxResponses = 100_000

// Response is what a visitor sent with a form of a page.
type Response struct {
	ID        string
	PageID    string
	BlockID   string
	Form      string // the title of the form
	Email     string
	Consent   string // the text that the visitor agreed to, in Markdown
	CreatedAt time.Time
}

// Answer is a form as a visitor sent it.
type Answer struct {
	BlockID string
	Email   string
	Agreed  bool // to the consent
}

// ResponseFilter selects responses of a page.
type ResponseFilter struct {
	PageID  string
	BlockID string // of one form; "": of all forms
	Cursor  string
	Limit   int
}

// MaxForms is the number of forms that Forms returns.
const MaxForms = 200

// FormUse is a form of a page with the number of its responses.
type FormUse struct {
	BlockID   string
	Title     string // in the draft, or in the latest response if the draft does not have the form
	InDraft   bool
	Responses int
	LatestAt  time.Time // of the latest response; zero: none
}

// ResponseList is one page of responses.
type ResponseList struct {
	Responses  []Response
	Total      int
	NextCursor string // "" on the last page
}

// Respond stores the response of a visitor to a form of a public page. It requires
// no permission. It is NotFound without such a form, Invalid at "email" or
// "consent", and LimitReached when the page stores no more responses.
func (s *Service) Respond(ctx context.Context, p Public, a Answer) error {
	form, ok := p.Form(a.BlockID)
	if !ok {
		return fault.New(fault.NotFound, "This form is no longer available.")
	}
	email, err := s.checkAnswer(a)
	if err != nil {
		return err
	}
	return s.deps.Store.AddResponse(ctx, Response{
		ID:        ident.New(ident.Response),
		PageID:    p.doc.ID,
		BlockID:   a.BlockID,
		Form:      form.Title,
		Email:     email,
		Consent:   form.Consent,
		CreatedAt: p.now,
	})
}

// checkAnswer returns the address in lower case.
func (s *Service) checkAnswer(a Answer) (string, error) {
	email := strings.ToLower(strings.TrimSpace(a.Email))
	var faults fault.List
	s.deps.CheckEmail(&faults, email)
	if faults.Err() != nil || len(email) > maxEmail {
		return "", fault.New(fault.Invalid, "Enter an email address, such as name@example.com.").At("email")
	}
	if !a.Agreed {
		return "", fault.New(fault.Invalid, "Check the box to agree.").At("consent")
	}
	return email, nil
}

// respondent returns a page whose responses the actor may read and delete: addresses
// of visitors are not for viewers.
func (s *Service) respondent(ctx context.Context, a access.Actor, pageID string) (Page, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Page{}, err
	}
	return s.deps.Store.Page(ctx, a.WorkspaceID, pageID)
}

// Responses returns responses to the forms of a page, the newest first.
func (s *Service) Responses(ctx context.Context, a access.Actor, f ResponseFilter) (ResponseList, error) {
	if _, err := s.respondent(ctx, a, f.PageID); err != nil {
		return ResponseList{}, err
	}
	return s.deps.Store.Responses(ctx, f)
}

// ResponseCounts returns the number of responses of pages, by page; pages without any
// may be absent. It is Forbidden for viewers.
func (s *Service) ResponseCounts(ctx context.Context, a access.Actor, pageIDs []string) (map[string]int, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return nil, err
	}
	return s.deps.Store.ResponseCounts(ctx, a.WorkspaceID, pageIDs)
}

// Forms returns the forms of a page: those of the draft in its order, and then those
// that only earlier responses have, that with the latest response first.
func (s *Service) Forms(ctx context.Context, a access.Actor, pageID string) ([]FormUse, error) {
	p, err := s.respondent(ctx, a, pageID)
	if err != nil {
		return nil, err
	}
	used, err := s.deps.Store.ResponseForms(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	forms := []FormUse{}
	Each(p.Blocks, func(b *Block) {
		body, ok := b.Body.(*Form)
		if !ok {
			return
		}
		form := FormUse{BlockID: b.ID, Title: body.Title, InDraft: true}
		if i := slices.IndexFunc(used, func(u FormUse) bool { return u.BlockID == b.ID }); i >= 0 {
			form.Responses, form.LatestAt = used[i].Responses, used[i].LatestAt
			used = slices.Delete(used, i, i+1)
		}
		forms = append(forms, form)
	})
	forms = append(forms, used...)
	return forms[:min(len(forms), MaxForms)], nil
}

// DeleteResponse deletes a response, for example at the wish of the visitor.
func (s *Service) DeleteResponse(ctx context.Context, a access.Actor, pageID, id string) error {
	p, err := s.respondent(ctx, a, pageID)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.BioPageResponseDeleted, p.WorkspaceID, p.ID, p.state(), s.deps.Clock.Now())
	return s.deps.Store.DeleteResponse(ctx, p.ID, id, e)
}

// DeleteResponses deletes the responses to a form, or all of the page if blockID is
// empty, and returns their number.
func (s *Service) DeleteResponses(ctx context.Context, a access.Actor, pageID, blockID string) (int, error) {
	p, err := s.respondent(ctx, a, pageID)
	if err != nil {
		return 0, err
	}
	e := event.New(a.By(), event.BioPageResponsesDeleted, p.WorkspaceID, p.ID, p.state(), s.deps.Clock.Now())
	return s.deps.Store.DeleteResponses(ctx, p.ID, blockID, e)
}

// exportPage is the number of responses that Export reads at a time.
const exportPage = 1000

// ResponseExport reads the responses to the forms of a page, the newest first.
type ResponseExport struct {
	store  Store
	filter ResponseFilter
	ended  bool
}

// ExportResponses records in the audit log that the actor exports the responses of a
// page, and returns them: those to a form, or all of them if blockID is empty.
func (s *Service) ExportResponses(ctx context.Context, a access.Actor, pageID, blockID string) (*ResponseExport, error) {
	p, err := s.respondent(ctx, a, pageID)
	if err != nil {
		return nil, err
	}
	e := event.New(a.By(), event.BioPageResponsesExported, p.WorkspaceID, p.ID, p.state(), s.deps.Clock.Now())
	if err := s.deps.Store.Note(ctx, e); err != nil {
		return nil, err
	}
	filter := ResponseFilter{PageID: p.ID, BlockID: blockID, Limit: exportPage}
	return &ResponseExport{store: s.deps.Store, filter: filter}, nil
}

// Next returns the next responses, and io.EOF after the last one.
func (x *ResponseExport) Next(ctx context.Context) ([]Response, error) {
	if x.ended {
		return nil, io.EOF
	}
	list, err := x.store.Responses(ctx, x.filter)
	x.filter.Cursor, x.ended = list.NextCursor, list.NextCursor == ""
	return list.Responses, err
}
