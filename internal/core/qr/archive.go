package qr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
	"linnet/internal/core/qr/picture"
)

// MaxArchive is the number of codes in the largest archive.
const MaxArchive = 1_000

// codesPerStep bounds the time of a step: drawing the largest WebP takes seconds.
const codesPerStep = 4

// ArchiveOptions choose codes: those of the ids, else those of the filter.
type ArchiveOptions struct {
	Format picture.Format
	IDs    []string // at most MaxArchive
	Search string
	LinkID string
}

// ArchiverDeps are the dependencies of an Archiver.
type ArchiverDeps struct {
	Codes *Service
	Jobs  *job.Service
	Files job.FileStore
	// ActorFor returns the current permissions of a user. A job runs as the user that
	// started it, while that user is allowed to.
	ActorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	Text     func(Code) string // what a code encodes
	Clock    clock.Clock
}

// Archiver writes the pictures of codes to ZIP archives, as exports.
type Archiver struct{ deps ArchiverDeps }

// NewArchiver returns an Archiver. A runner of jobs with its handler writes the files.
func NewArchiver(d ArchiverDeps) *Archiver { return &Archiver{d} }

// archiveParams are the parameters of an archive's job. The codes are those at its start.
type archiveParams struct {
	Content string         `json:"content"`
	Format  picture.Format `json:"format"`
	IDs     []string       `json:"ids"`
}

// archiveContent distinguishes archives from exports of links.
const archiveContent = "qr-codes"

// IsArchive reports whether an export is an archive of codes.
func IsArchive(j job.Job) bool {
	var p archiveParams
	return j.Kind == job.Export && json.Unmarshal(j.Params, &p) == nil && p.Content == archiveContent
}

// Start begins an archive as a job. It is Invalid with every field error, also when there
// are no codes or more than MaxArchive.
func (s *Archiver) Start(ctx context.Context, a access.Actor, o ArchiveOptions) (job.Job, error) {
	if err := access.Require(a, access.ReadLinks); err != nil {
		return job.Job{}, err
	}
	var faults fault.List
	if !slices.Contains(picture.Formats(), o.Format) {
		faults.Add("format", "Use svg, png, jpeg, webp, pdf or eps.")
	}
	if len(o.IDs) > MaxArchive {
		faults.Add("ids", fmt.Sprintf("An archive has at most %d codes.", MaxArchive))
	}
	if err := faults.Err(); err != nil {
		return job.Job{}, err
	}
	ids, err := s.selected(ctx, a, o)
	if err != nil {
		return job.Job{}, err
	}
	if err := s.deps.Jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	now := s.deps.Clock.Now()
	params, err := json.Marshal(archiveParams{archiveContent, o.Format, ids})
	if err != nil {
		return job.Job{}, fmt.Errorf("encode the parameters of an archive: %w", err)
	}
	name := fmt.Sprintf("qr-codes-%s.zip", now.UTC().Format("2006-01-02"))
	output := job.File{ID: ident.New(ident.File), WorkspaceID: a.WorkspaceID, Name: name, CreatedAt: now}
	if err := s.deps.Files.InsertFile(ctx, output); err != nil {
		return job.Job{}, err
	}
	j := job.Job{
		ID:       ident.New(ident.Job),
		Kind:     job.Export,
		State:    job.Queued,
		Name:     name,
		OutputID: output.ID,
		Params:   params,
		Total:    len(ids),
	}
	payload := event.QRCodeExport{Format: string(o.Format), Codes: len(ids)}
	return s.deps.Jobs.Add(ctx, a, j, event.New(a.By(), event.QRCodesExported, a.WorkspaceID, j.ID, payload, now))
}

// selected returns the ids of the codes of an archive, without duplicates.
func (s *Archiver) selected(ctx context.Context, a access.Actor, o ArchiveOptions) ([]string, error) {
	if len(o.IDs) > 0 {
		return s.deps.Codes.existing(ctx, a, o.IDs)
	}
	var ids []string
	f := Filter{Search: o.Search, LinkID: o.LinkID, Limit: 100}
	for {
		page, err := s.deps.Codes.List(ctx, a, f)
		if err != nil {
			return nil, err
		}
		if page.Total > MaxArchive {
			return nil, fault.New(fault.Invalid, fmt.Sprintf(
				"This selects %d codes, and an archive has at most %d. Search for fewer.", page.Total, MaxArchive)).At("search")
		}
		for _, c := range page.Codes {
			ids = append(ids, c.ID)
		}
		if f.Cursor = page.NextCursor; f.Cursor == "" {
			break
		}
	}
	if len(ids) == 0 {
		return nil, fault.New(fault.Invalid, "There are no QR codes to download.").At("search")
	}
	return ids, nil
}

// archivePosition is the checkpoint of an archive's job.
type archivePosition struct {
	Done     int            `json:"done"` // codes
	Chunk    int64          `json:"chunk"`
	Entries  []archiveEntry `json:"entries"`
	Failures []string       `json:"failures"`
	Complete bool           `json:"complete"` // the directory is written
}

// Run is the handler of archives. Codes that were deleted since the start, or cannot be
// drawn, are listed in errors.txt.
func (s *Archiver) Run(ctx context.Context, j job.Job, owner string) error {
	var p archiveParams
	var at archivePosition
	if err := json.Unmarshal(j.Params, &p); err != nil {
		return fmt.Errorf("decode the parameters of archive %s: %w", j.ID, err)
	}
	if len(j.Checkpoint) > 0 {
		if err := json.Unmarshal(j.Checkpoint, &at); err != nil {
			return fmt.Errorf("decode the checkpoint of archive %s: %w", j.ID, err)
		}
	}
	actor, err := s.deps.ActorFor(ctx, access.Actor{UserID: j.CreatedBy}, j.WorkspaceID)
	if err != nil {
		return err
	}
	for !at.Complete {
		output, err := s.step(ctx, actor, p, &at, j)
		if err != nil {
			return err
		}
		if err := s.store(ctx, j, owner, at, output); err != nil {
			return err
		}
		if !at.Complete && job.SliceOver(ctx) {
			return job.ErrYield
		}
	}
	return nil
}

// store stores a step with the position after it.
func (s *Archiver) store(ctx context.Context, j job.Job, owner string, at archivePosition, output []byte) error {
	checkpoint, err := json.Marshal(at)
	if err != nil {
		return fmt.Errorf("encode the checkpoint of archive %s: %w", j.ID, err)
	}
	st := job.Step{
		JobID:       j.ID,
		WorkspaceID: j.WorkspaceID,
		Owner:       owner,
		Done:        at.Done,
		Failed:      len(at.Failures),
		Checkpoint:  checkpoint,
		OutputID:    j.OutputID,
		Position:    at.Chunk - 1,
	}
	if st.Output, err = job.Pack(output); err != nil {
		return err
	}
	return s.deps.Codes.store.StepJob(ctx, st)
}

// step returns the next part of the archive, and moves the position behind it: a few
// codes, or the directory after the last one.
func (s *Archiver) step(ctx context.Context, a access.Actor, p archiveParams, at *archivePosition, j job.Job) ([]byte, error) {
	w := archiveWriter{entries: at.Entries, modified: j.CreatedAt}
	for _, id := range p.IDs[at.Done:min(at.Done+codesPerStep, len(p.IDs))] {
		err := s.add(ctx, a, &w, p.Format, id)
		var refused *fault.Error
		switch {
		case errors.As(err, &refused):
			at.Failures = append(at.Failures, id+": "+refused.Message)
		case err != nil:
			return nil, err
		}
		at.Done++
	}
	if at.Done == len(p.IDs) {
		if len(at.Failures) > 0 {
			if err := w.add("errors.txt", []byte(strings.Join(at.Failures, "\n")+"\n"), true); err != nil {
				return nil, err
			}
		}
		if err := w.finish(); err != nil {
			return nil, err
		}
		at.Complete = true
	}
	at.Entries, at.Chunk = w.entries, at.Chunk+1
	return w.out.Bytes(), nil
}

// add adds the picture of a code.
func (s *Archiver) add(ctx context.Context, a access.Actor, w *archiveWriter, format picture.Format, id string) error {
	c, err := s.deps.Codes.Get(ctx, a, id)
	if err != nil {
		return err
	}
	content, err := s.deps.Codes.Draw(ctx, a, Drawing{Text: s.deps.Text(c), Look: c.Look, Format: format})
	if err != nil {
		return err
	}
	return w.add(w.unique(FileName(c.Label()), string(format)), content, !format.IsRaster())
}
