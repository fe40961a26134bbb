package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/loop"
	"linnet/internal/base/paging"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/plan"
)

// Deps are the dependencies of a Service.
type Deps struct {
	Store     Store
	Files     Files
	Processor Processor
	Limits    plan.LimitsOf
	// Leader sweeps on one node at a time, where nodes share the files; nil: there is
	// one node.
	Leader *loop.Leader
	Clock  clock.Clock
	Log    *slog.Logger
}

// Service implements the operations on images. It is safe for concurrent use.
type Service struct{ deps Deps }

// New returns a Service.
func New(d Deps) *Service { return &Service{d} }

const maxNamed = 5 // users of a kind that a fault names

// cleanupTimeout limits the removal of files after a request.
const cleanupTimeout = 30 * time.Second

// Upload stores an image. A file that the workspace has returns the image that
// exists, unchanged. Its faults are Invalid with every field error, TooLarge beyond
// MaxBytes, and LimitReached.
func (s *Service) Upload(ctx context.Context, a access.Actor, alt string, file []byte) (Media, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Media{}, err
	}
	var faults fault.List
	alt = checkAlt(alt, &faults)
	if len(file) == 0 {
		faults.Add("file", "Choose an image.")
	}
	if err := faults.Err(); err != nil {
		return Media{}, err
	}
	if len(file) > MaxBytes {
		return Media{}, ErrTooLarge()
	}
	sum := sha256.Sum256(file)
	hash := hex.EncodeToString(sum[:])
	if stored, err := s.deps.Store.MediaByHash(ctx, a.WorkspaceID, hash); !fault.Is(err, fault.NotFound) {
		return stored, err
	}
	limit, err := s.room(ctx, a.WorkspaceID)
	if err != nil {
		return Media{}, err
	}
	picture, err := s.deps.Processor.Process(ctx, a.WorkspaceID, file)
	if err != nil {
		return Media{}, err
	}
	m, files := s.compose(a, alt, hash, picture)
	stored, err := s.store(ctx, a, m, files, limit)
	if fault.Is(err, fault.Conflict) { // a concurrent upload of the same file
		return s.deps.Store.MediaByHash(ctx, a.WorkspaceID, hash)
	}
	return stored, err
}

// room returns the storage limit of the workspace. It is LimitReached if the
// workspace is at its limit: decoding an image is expensive.
func (s *Service) room(ctx context.Context, workspaceID string) (int64, error) {
	limits, err := s.deps.Limits(ctx, workspaceID)
	limit := limits.Storage
	if err != nil || limit == 0 {
		return 0, err
	}
	used, err := s.deps.Store.StoredBytes(ctx, workspaceID)
	if err == nil && used >= limit {
		err = ErrLimit(used, limit)
	}
	return limit, err
}

// compose returns the image of a picture and its files.
func (s *Service) compose(a access.Actor, alt, hash string, p Picture) (Media, []File) {
	now := s.deps.Clock.Now().UTC().Truncate(time.Millisecond)
	m := Media{
		ID:          ident.New(ident.Media),
		WorkspaceID: a.WorkspaceID,
		Hash:        hash,
		Width:       p.Width,
		Height:      p.Height,
		Alt:         alt,
		Focal:       Center(),
		CreatedBy:   a.UserID,
		CreatedAt:   now,
		UpdatedAt:   now,
	}
	files := make([]File, len(p.Files))
	for i, f := range p.Files {
		files[i] = File{m.FileName(f.Width, f.Format), f.Data}
		m.Bytes += int64(len(f.Data))
		if f.Format == WebP {
			m.Widths = append(m.Widths, f.Width)
		}
	}
	return m, files
}

// store stores the files before the record, so that a record always has its files.
// Files without a record are removed, at the latest by Sweep.
func (s *Service) store(ctx context.Context, a access.Actor, m Media, files []File, limit int64) (Media, error) {
	err := s.deps.Files.Put(ctx, m.ID, files)
	if err == nil {
		e := event.New(a.By(), event.MediaUploaded, m.WorkspaceID, m.ID, event.Created(m.state()), m.CreatedAt)
		err = s.deps.Store.InsertMedia(ctx, m, limit, e)
	}
	if err != nil {
		s.removeFiles(ctx, m.ID)
		return Media{}, err
	}
	return m, nil
}

// removeFiles removes the files of an image without a record. A failure is logged:
// Sweep tries again.
func (s *Service) removeFiles(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTimeout)
	defer cancel()
	if err := s.deps.Files.Remove(ctx, id); err != nil {
		s.deps.Log.WarnContext(ctx, "media files not removed", "media", id, "err", err)
	}
}

// Get returns an image, or NotFound.
func (s *Service) Get(ctx context.Context, a access.Actor, id string) (Media, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return Media{}, err
	}
	return s.deps.Store.Media(ctx, a.WorkspaceID, id)
}

// List returns one page of the workspace's images, the newest first.
func (s *Service) List(ctx context.Context, a access.Actor, f Filter) (List, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return List{}, err
	}
	var faults fault.List
	paging.Check(&faults, &f.Limit, f.Search, "images")
	if err := faults.Err(); err != nil {
		return List{}, err
	}
	return s.deps.Store.MediaList(ctx, a.WorkspaceID, f)
}

// Patch is a partial update; nil leaves a field unchanged.
type Patch struct {
	Alt   *string
	Focal *Point
}

// Update changes the alternative text and the focal point of an image.
func (s *Service) Update(ctx context.Context, a access.Actor, id string, p Patch) (Media, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return Media{}, err
	}
	var faults fault.List
	if p.Alt != nil {
		p.Alt = new(checkAlt(*p.Alt, &faults))
	}
	if p.Focal != nil {
		p.Focal.check(&faults)
	}
	now := s.deps.Clock.Now().UTC().Truncate(time.Millisecond)
	return s.deps.Store.ChangeMedia(ctx, a.WorkspaceID, id, func(m *Media) ([]event.Event, error) {
		before := m.state()
		if p.Alt != nil {
			m.Alt = *p.Alt
		}
		if p.Focal != nil {
			m.Focal = *p.Focal
		}
		if err := faults.Err(); err != nil || m.state() == before {
			return nil, err
		}
		m.UpdatedAt = now
		return []event.Event{event.New(a.By(), event.MediaUpdated, m.WorkspaceID, m.ID, event.Updated(before, m.state()), now)}, nil
	})
}

// Delete deletes an image and its files. It is Conflict, with the names of its users,
// if a page shows the image in its draft or to visitors, or if a saved QR code, a preset
// or a domain's default look has it. Codes that the actor cannot see are not named.
func (s *Service) Delete(ctx context.Context, a access.Actor, id string) error {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return err
	}
	m, err := s.deps.Store.Media(ctx, a.WorkspaceID, id)
	if err != nil {
		return err
	}
	e := event.New(a.By(), event.MediaDeleted, m.WorkspaceID, m.ID, event.Deleted(m.state()), s.deps.Clock.Now())
	err = s.deps.Store.DeleteMedia(ctx, a.WorkspaceID, id, e)
	if fault.Is(err, fault.Conflict) {
		return s.errUsed(ctx, a, id)
	}
	if err == nil {
		s.removeFiles(ctx, id)
	}
	return err
}

// errUsed returns the Conflict of deleting an image, with the names of its users.
func (s *Service) errUsed(ctx context.Context, a access.Actor, id string) error {
	pages, err := s.deps.Store.PagesWithMedia(ctx, a.WorkspaceID, id, maxNamed+1)
	if err != nil {
		return err
	}
	looks, err := s.deps.Store.LooksWithMedia(ctx, a.View(), id, maxNamed+1)
	if err != nil {
		return err
	}
	var sentences []string
	for _, u := range []struct {
		names        []string
		have, remedy string
	}{
		{pages, "Bio pages show this image", "Remove it from their draft and published versions first."},
		{looks.Codes, "QR codes have this image", "Remove it from their design first."},
		{looks.Presets, "Presets of QR codes have this image", "Remove it from their design first."},
		{looks.Domains, "The default designs of QR codes of domains have this image", "Remove it there first."},
	} {
		if len(u.names) > 0 {
			sentences = append(sentences, u.have+": "+named(u.names)+". "+u.remedy)
		}
	}
	if len(sentences) == 0 {
		sentences = []string{"A QR code that you cannot see has this image. Ask an owner or an admin."}
	}
	return fault.New(fault.Conflict, strings.Join(sentences, " "))
}

// named returns up to maxNamed names.
func named(names []string) string {
	text := strings.Join(names[:min(len(names), maxNamed)], ", ")
	if len(names) > maxNamed {
		text += " and others"
	}
	return text
}

// Open opens a file of an image for visitors. It requires no permission. It is
// NotFound, or Gone if the image's workspace is suspended or deleted.
func (s *Service) Open(ctx context.Context, id, name string) (io.ReadSeekCloser, time.Time, error) {
	m, err := s.deps.Store.PublicMedia(ctx, id)
	if err != nil {
		return nil, time.Time{}, err
	}
	if !m.HasFile(name) {
		return nil, time.Time{}, fault.New(fault.NotFound, "There is no such image.")
	}
	file, err := s.deps.Files.Open(ctx, id, name)
	return file, m.CreatedAt, err
}

// NameOfWidth returns the name of the widest WebP file of an image of a workspace that is
// at most limit pixels wide, or of the narrowest one. A file never changes. It is NotFound
// if there is no such image.
func (s *Service) NameOfWidth(ctx context.Context, workspaceID, id string, limit int) (string, error) {
	m, err := s.deps.Store.Media(ctx, workspaceID, id)
	if err != nil {
		return "", err
	}
	width := m.Widths[0]
	for _, w := range m.Widths {
		if w <= limit {
			width = w
		}
	}
	return m.FileName(width, WebP), nil
}

// OpenName opens a file of an image whose name is from NameOfWidth.
func (s *Service) OpenName(ctx context.Context, id, name string) (io.ReadSeekCloser, error) {
	return s.deps.Files.Open(ctx, id, name)
}

// Sweep removes the files of images that no longer exist: of workspaces that were
// purged, and of uploads that were interrupted.
func (s *Service) Sweep(ctx context.Context) error {
	return s.deps.Files.Folders(ctx, func(ids []string) error {
		known, err := s.deps.Store.KnownMedia(ctx, ids)
		if err != nil {
			return fmt.Errorf("look up media: %w", err)
		}
		exists := make(map[string]bool, len(known))
		for _, id := range known {
			exists[id] = true
		}
		var errs []error
		for _, id := range ids {
			if !exists[id] {
				errs = append(errs, s.deps.Files.Remove(ctx, id))
			}
		}
		return errors.Join(errs...)
	})
}

// ErrTooLarge returns the fault of an upload beyond MaxBytes.
func ErrTooLarge() error {
	return fault.New(fault.TooLarge, fmt.Sprintf("An image has at most %d MiB. Save it smaller and upload it again.", MaxBytes>>20)).At("file")
}

// ErrLimit returns the fault of an image beyond the storage of the plan.
func ErrLimit(used, limit int64) error {
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Your plan stores %d MiB of links, their history and images, and this image would exceed it. "+
			"Delete unused images, or upgrade the plan.", limit>>20)).
		Exceeds("storageMiB", used>>20, limit>>20)
}

// ErrInUse returns the fault of deleting an image that a page or a QR look has.
func ErrInUse() error { return fault.New(fault.Conflict, "A bio page or a QR code has this image.") }

// ErrDuplicate returns the fault of an image that the workspace has.
func ErrDuplicate() error { return fault.New(fault.Conflict, "This workspace has this image.") }
