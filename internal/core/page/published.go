package page

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/locale"
)

// Published is a page with its published content, which is accessible only through
// At: no response can show a page outside of its schedule.
type Published struct{ doc *Document }

// NewPublished returns a published page with its content.
func NewPublished(doc Document) Published { return Published{&doc} } //nolint:gocritic // called once per read of the records

// Public is a published page at a time that its schedule includes. Only
// Published.At returns it.
type Public struct {
	doc *Document
	now time.Time
}

// Language returns the language that the page fixes.
func (p Published) Language() locale.Fixed { return p.doc.Language }

// At returns the page for visitors at a time, or NotFound if its schedule excludes
// that.
func (p Published) At(now time.Time) (Public, error) {
	if !within(now, p.doc.StartsAt, p.doc.EndsAt) {
		return Public{}, fault.New(fault.NotFound, "This page is not public now.")
	}
	return Public{p.doc, now}, nil
}

// ChangesAt returns the next time after now at which the schedule makes the page
// public or ends that, in UTC; zero: never.
func (p Published) ChangesAt(now time.Time) time.Time {
	for _, at := range []time.Time{p.doc.StartsAt, p.doc.EndsAt} { // the start is before the end
		if at.After(now) {
			return at
		}
	}
	return time.Time{}
}

// Document returns the content. Callers must not change it.
func (p Public) Document() *Document { return p.doc }

// Now returns the time.
func (p Public) Now() time.Time { return p.now }

// Block returns the block with an id that visitors see at the time, in groups
// too.
func (p Public) Block(id string) (*Block, bool) { return shown(p.doc.Blocks, id, p.now) }

// Form returns the form with an id that visitors see at the time.
func (p Public) Form(id string) (*Form, bool) {
	b, ok := p.Block(id)
	if !ok {
		return nil, false
	}
	form, ok := b.Body.(*Form)
	return form, ok
}

// Published returns a published page. It requires no permission. It is NotFound if
// the page is not published, and Gone if its workspace is suspended or deleted.
func (s *Service) Published(ctx context.Context, id string) (Published, error) {
	p, err := s.deps.Store.PublishedPage(ctx, id)
	if err != nil {
		return Published{}, err
	}
	doc, err := s.document(ctx, access.WholeWorkspace(p.WorkspaceID), p)
	if err != nil {
		return Published{}, err
	}
	return NewPublished(doc), nil
}
