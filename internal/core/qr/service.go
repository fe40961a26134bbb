package qr

import (
	"context"
	"image"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fair"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/paging"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
	"linnet/internal/core/pixels"
	"linnet/internal/core/qr/content"
	"linnet/internal/core/qr/look"
	"linnet/internal/core/qr/picture"
)

// Store stores codes. Each method is one transaction, which stores a change
// together with its event. Codes of a deleted link are hidden until the link is
// restored.
type Store interface {
	job.StepStore

	// InsertQRCode stores a new code. It returns ErrNoLink when the workspace has
	// no such link, ErrTooMany when the link has MaxPerLink codes, and
	// ErrTooManyStatic when the workspace has MaxStatic static codes.
	InsertQRCode(ctx context.Context, c Code, e event.Event) error
	// QRCode returns a code with the facts of its link, or NotFound.
	QRCode(ctx context.Context, v access.View, id string) (Code, error)
	// DefaultLook returns the default look of a link's domain, nil if it has none,
	// or NotFound when the view has no such link.
	DefaultLook(ctx context.Context, v access.View, linkID string) (*look.Look, error)
	// LinkFolder returns the folder of a link, or NotFound when the view has no such
	// link.
	LinkFolder(ctx context.Context, v access.View, linkID string) (string, error)
	// QRCodes returns one page, the newest first.
	QRCodes(ctx context.Context, v access.View, f Filter) (Page, error)
	// QRCodesByID returns those of the codes that the view has, in any order.
	QRCodesByID(ctx context.Context, v access.View, ids []string) ([]Code, error)
	// ChangeQRCodes applies edit to those of the codes that the view has, and stores
	// the results with the events of edit. It returns the changed code or the fault of
	// edit of each, by id. edit may run several times, and must not use the store.
	ChangeQRCodes(ctx context.Context, v access.View, ids []string, edit func(*Code) ([]event.Event, error)) (map[string]Result, error)
	// DeleteQRCode deletes a code, or returns NotFound.
	DeleteQRCode(ctx context.Context, workspaceID, id string, e event.Event) error

	// QRPresets returns the presets of a workspace by name.
	QRPresets(ctx context.Context, workspaceID string) ([]Preset, error)
	// QRPreset returns one, or NotFound.
	QRPreset(ctx context.Context, workspaceID, id string) (Preset, error)
	// InsertQRPreset stores a new one. It is Conflict at "name" if there is one of that
	// name, and ErrTooManyPresets if there are MaxPresets.
	InsertQRPreset(ctx context.Context, p Preset, e event.Event) error
	// ChangeQRPreset applies edit to a preset and stores the result with the events of
	// edit. edit may run several times, and must not use the store. It is NotFound, and
	// Conflict as InsertQRPreset.
	ChangeQRPreset(ctx context.Context, workspaceID, id string, edit func(*Preset) ([]event.Event, error)) (Preset, error)
	// DeleteQRPreset deletes a preset, or returns NotFound.
	DeleteQRPreset(ctx context.Context, workspaceID, id string, e event.Event) error

	// PublicQRCode returns a code. It is NotFound, or Gone if its workspace is suspended
	// or deleted.
	PublicQRCode(ctx context.Context, id string) (Code, error)
}

// Filter selects codes. The zero value selects the first 50.
type Filter struct {
	Search string // in the name and the searched fields of the link, ignoring case
	LinkID string
	Limit  int // 1–100; 0 means 50
	Cursor string
}

// Page is one page of a list. NextCursor is empty on the last page.
type Page struct {
	Codes      []Code
	NextCursor string
	Total      int
}

// Service implements all operations on codes.
type Service struct {
	store  Store
	images Images
	clock  clock.Clock
	room   func(ctx context.Context, workspaceID string) error
	// drawing bounds the work on large pictures, by workspace.
	drawing *fair.Gate
	memory  *pixels.Budget
}

// Images reads the media library.
type Images interface {
	// Image returns a decoded image of a workspace, or NotFound. It is at most
	// MaxImageWidth pixels wide, unless the library has no narrower file.
	Image(ctx context.Context, workspaceID, id string) (image.Image, error)
}

// MaxImageWidth is the width of images in codes, in pixels.
const MaxImageWidth = 640

// NewService returns a service over store and the media library, which draws pictures
// within a budget of memory. It creates a code only if room returns nil for the workspace.
func NewService(
	store Store, images Images, room func(ctx context.Context, workspaceID string) error, memory *pixels.Budget, clock clock.Clock,
) *Service {
	return &Service{
		store:   store,
		images:  images,
		clock:   clock,
		room:    room,
		drawing: fair.ForComputing(),
		memory:  memory,
	}
}

// Create creates a code for a link of the workspace or with a static content. It
// returns Invalid with all field errors, at "linkId" when there is no such link, and
// LimitReached when the workspace may not create more.
func (s *Service) Create(ctx context.Context, a access.Actor, d Draft) (Code, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Code{}, err
	}
	if err := s.room(ctx, a.WorkspaceID); err != nil {
		return Code{}, err
	}
	c, err := s.drafted(ctx, a, d)
	if err != nil {
		return Code{}, err
	}
	if !c.IsStatic() {
		if err := s.requireLink(ctx, a, c.LinkID); err != nil {
			return Code{}, err
		}
	}
	e := s.event(event.QRCodeCreated, a, c.ID, event.Created(c.state()))
	if err := s.store.InsertQRCode(ctx, c, e); err != nil {
		return Code{}, err
	}
	return s.store.QRCode(ctx, a.View(), c.ID)
}

// drafted returns the code of a draft, or Invalid with every field error except that
// of a missing link.
func (s *Service) drafted(ctx context.Context, a access.Actor, d Draft) (Code, error) {
	var faults fault.List
	base, static := look.Defaults(), content.Content{}
	var err error
	switch {
	case (d.LinkID == "") == (len(d.Static) == 0):
		faults.Add("linkId", "Choose a link, or send a staticContent. A code has one of the two.")
	case d.LinkID == "":
		static, err = content.Decode(d.Static, staticField)
		faults.AddErr("", err)
	default:
		base, err = s.defaultLook(ctx, a, d.LinkID)
		if err != nil && !fault.Is(err, fault.NotFound) { // a missing link is reported after the other fields
			return Code{}, err
		}
	}
	now := s.clock.Now()
	c := Code{
		ID:          ident.New(ident.QRCode),
		WorkspaceID: a.WorkspaceID,
		LinkID:      d.LinkID,
		Static:      static,
		Name:        normalName(d.Name),
		Look:        d.Look.On(base),
		Marked:      d.LinkID != "",
		CreatedBy:   a.UserID,
		CreatedAt:   now,
		UpdatedAt:   now,
	}
	missing, err := s.checkImages(ctx, a.WorkspaceID, d.Look)
	if err != nil {
		return Code{}, err
	}
	faults.AddErr("", c.validate(missing))
	return c, faults.Err()
}

// requireLink returns ErrNoLink when the actor may not read the link, and Forbidden
// when the actor may not change it.
func (s *Service) requireLink(ctx context.Context, a access.Actor, linkID string) error {
	folderID, err := s.store.LinkFolder(ctx, a.View(), linkID)
	if fault.Is(err, fault.NotFound) {
		return ErrNoLink()
	}
	if err != nil {
		return err
	}
	return access.RequireFolder(a, folderID, "link")
}

// Get returns one code, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Code, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Code{}, err
	}
	return s.store.QRCode(ctx, a.View(), id)
}

// List returns one page of the workspace's codes, the newest first.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (Page, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Page{}, err
	}
	var faults fault.List
	paging.Check(&faults, &f.Limit, f.Search, "codes")
	if err := faults.Err(); err != nil {
		return Page{}, err
	}
	return s.store.QRCodes(ctx, a.View(), f)
}

// Update applies the patch. A code that was saved before codes had their own ids
// in the URL gets one; its printed copies stay valid. Printed copies of a static code
// keep their content.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, p Patch) (Code, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Code{}, err
	}
	results, err := s.patchAll(ctx, a, []string{id}, p)
	if err != nil {
		return Code{}, err
	}
	return results[id].Code, results[id].Err
}

// patchAll applies a patch to codes and returns a result for each.
func (s *Service) patchAll(ctx context.Context, a access.Actor, ids []string, p Patch) (map[string]Result, error) {
	missing, err := s.checkImages(ctx, a.WorkspaceID, p.Look)
	if err != nil {
		return nil, err
	}
	results, err := s.store.ChangeQRCodes(ctx, a.View(), ids, func(c *Code) ([]event.Event, error) {
		return s.patch(a, c, p, missing)
	})
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if _, found := results[id]; !found {
			results[id] = Result{Err: fault.New(fault.NotFound, "There is no such QR code.")}
		}
	}
	return results, nil
}

// patch applies a patch to a code and returns the event of the change. It is Invalid
// with every field error; missing is that of the images of the patch.
func (s *Service) patch(a access.Actor, c *Code, p Patch, missing error) ([]event.Event, error) {
	if err := access.RequireFolder(a, c.Link.FolderID, "QR code"); err != nil {
		return nil, err
	}
	before, now := c.state(), s.clock.Now()
	var faults fault.List
	changedContent := time.Time{}
	switch {
	case len(p.Static) > 0 && !c.IsStatic():
		faults.Add(staticField, "This code has a link. Create another code for a static content.")
	case len(p.Static) > 0:
		static, err := content.Decode(p.Static, staticField)
		faults.AddErr("", err)
		if static.IsZero() {
			faults.Add(staticField, "A static code needs a content. Enter one, or delete the code.")
		}
		if !static.Equal(c.Static) {
			changedContent = now
		}
		c.Static = static
	}
	if p.Name != nil {
		c.Name = normalName(*p.Name)
	}
	c.Look, c.Marked, c.UpdatedAt = p.Look.On(c.Look), !c.IsStatic(), now
	faults.AddErr("", c.validate(missing))
	after := c.state()
	after.ContentChangedAt = changedContent
	return []event.Event{s.event(event.QRCodeUpdated, a, c.ID, event.Updated(before, after))}, faults.Err()
}

// LookOf returns the look of a code of a link that is not saved: the default look
// of the link's domain with the patch applied.
func (s *Service) LookOf(ctx context.Context, a access.Actor, linkID string, p look.Edit) (look.Look, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return look.Look{}, err
	}
	base, err := s.defaultLook(ctx, a, linkID)
	return p.On(base), err
}

// defaultLook returns the look of new codes of a link. Images that the workspace does
// not have are left out: a domain of the install serves links of many workspaces.
func (s *Service) defaultLook(ctx context.Context, a access.Actor, linkID string) (look.Look, error) {
	base, err := s.store.DefaultLook(ctx, a.View(), linkID)
	if err != nil || base == nil {
		return look.Defaults(), err
	}
	_, err = s.imagesOf(ctx, a.WorkspaceID, *base)
	if fault.Is(err, fault.Invalid) {
		return base.WithoutImages(), nil
	}
	return *base, err
}

// checkImages returns as missing, which is Invalid, the fields of a patch with images
// that the workspace does not have. Stored looks have existing images only.
func (s *Service) checkImages(ctx context.Context, workspaceID string, p look.Edit) (missing, err error) {
	_, err = s.imagesOf(ctx, workspaceID, p.On(look.Look{}))
	if fault.Is(err, fault.Invalid) {
		return err, nil
	}
	return nil, err
}

// CheckLook returns Invalid, with the fields of the look, for images that a workspace does not
// have.
func (s *Service) CheckLook(ctx context.Context, workspaceID string, l look.Look) error {
	_, err := s.imagesOf(ctx, workspaceID, l)
	return err
}

// inLook returns the error with the names of its fields below "look".
func inLook(err error) error {
	if !fault.Is(err, fault.Invalid) {
		return err
	}
	var faults fault.List
	faults.AddErr("look.", err)
	return faults.Err()
}

// imagesOf returns the images of a look. It is Invalid, with the field of the look, for
// images that the workspace does not have.
func (s *Service) imagesOf(ctx context.Context, workspaceID string, l look.Look) (picture.Images, error) {
	var images picture.Images
	var faults fault.List
	for _, part := range []struct {
		field, id string
		image     *image.Image
	}{{"logo", l.Logo, &images.Logo}, {"background", l.BackgroundImage(), &images.Background}} {
		if part.id == "" {
			continue
		}
		img, err := s.images.Image(ctx, workspaceID, part.id)
		switch {
		case fault.Is(err, fault.NotFound):
			faults.Add(part.field, "The media library has no such image. Choose another one.")
		case err != nil:
			return images, err
		}
		*part.image = img
	}
	return images, faults.Err()
}

// Delete deletes a code. Printed copies stay valid.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return err
	}
	c, err := s.store.QRCode(ctx, a.View(), id)
	if err != nil {
		return err
	}
	if err := access.RequireFolder(a, c.Link.FolderID, "QR code"); err != nil {
		return err
	}
	return s.store.DeleteQRCode(ctx, a.WorkspaceID, id, s.event(event.QRCodeDeleted, a, id, event.Deleted(c.state())))
}

// state returns the code as events have it.
func (c Code) state() event.QRCode {
	state := event.QRCode{LinkID: c.LinkID, Name: c.Name, Look: c.Look}
	if c.Static.Body != nil {
		state.ContentType = string(c.Static.Body.Kind())
	}
	return state
}

func (s *Service) event(kind event.Kind, a access.Actor, id string, change event.Change[event.QRCode]) event.Event {
	return event.New(a.By(), kind, a.WorkspaceID, id, change, s.clock.Now())
}
