// Package transfer imports and exports links. It reads the CSV files of other
// services, previews and runs imports as jobs, and writes exports that can be
// imported without loss.
package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/link"
)

// Deps are the dependencies of a service.
type Deps struct {
	Store   Store
	Files   job.FileStore
	Jobs    *job.Service
	Links   *link.Service
	Folders Folders
	// ActorFor returns the current permissions of a user. A job runs as the user that
	// started it, while that user is allowed to.
	ActorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	Clock    clock.Clock
	Scheme   string // of short links: "https"
}

// Service has the operations on imports and exports.
type Service struct {
	store    Store
	files    job.FileStore
	jobs     *job.Service
	links    *link.Service
	folders  Folders
	actorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	clock    clock.Clock
	scheme   string
}

// NewService returns a service.
func NewService(d Deps) *Service {
	return &Service{
		store:    d.Store,
		files:    d.Files,
		jobs:     d.Jobs,
		links:    d.Links,
		folders:  d.Folders,
		actorFor: d.ActorFor,
		clock:    d.Clock,
		scheme:   d.Scheme,
	}
}

// Handlers returns the job handlers of imports and exports.
func (s *Service) Handlers() map[job.Kind]job.Handler {
	return map[job.Kind]job.Handler{job.Import: s.runImport, job.Export: s.runExport}
}

// Upload stores and inspects a file, which may be compressed with gzip. The import is a
// draft until Start. Faults: TooLarge, Conflict if the files of the workspace take all of
// their space, and Invalid at "file" with the position of the error.
func (s *Service) Upload(ctx context.Context, a access.Actor, name string, r io.Reader) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	if err := s.jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	text, err := plainText(r)
	if err != nil {
		return job.Job{}, err
	}
	return s.keep(ctx, a, strings.TrimSuffix(fileName(name), ".gz"), text, origin{})
}

// origin is the retrieval that wrote a file, with the service whose links it has; zero: another
// program wrote the file.
type origin struct{ retrievalID, service string }

// keep stores a file as the draft of an import.
func (s *Service) keep(ctx context.Context, a access.Actor, name string, text io.Reader, from origin) (job.Job, error) {
	input := job.File{ID: ident.New(ident.File), WorkspaceID: a.WorkspaceID, Name: name, CreatedAt: s.clock.Now()}
	var check textCheck
	if _, err := job.Save(ctx, s.files, input, text, check.see); err != nil {
		return job.Job{}, err
	}
	j, err := s.draft(ctx, a, input, &check, from)
	if err != nil {
		return j, errors.Join(err, s.files.DeleteFile(context.WithoutCancel(ctx), input.ID))
	}
	return j, nil
}

func (s *Service) draft(ctx context.Context, a access.Actor, input job.File, check *textCheck, from origin) (job.Job, error) {
	if err := check.end(); err != nil {
		return job.Job{}, err
	}
	found, err := inspect(ctx, s.files, input.ID)
	if err != nil {
		return job.Job{}, err
	}
	if from.retrievalID != "" {
		found.Service, found.RetrievalID = from.service, from.retrievalID
	}
	report := job.File{ID: ident.New(ident.File), WorkspaceID: a.WorkspaceID, Name: "report of " + input.Name, CreatedAt: s.clock.Now()}
	if err := s.files.InsertFile(ctx, report); err != nil {
		return job.Job{}, err
	}
	return s.jobs.Add(ctx, a, job.Job{
		ID:       ident.New(ident.Job),
		Kind:     job.Import,
		State:    job.Draft,
		Name:     input.Name,
		InputID:  input.ID,
		OutputID: report.ID,
		Params:   encode(settings{Layout: found, Mapping: suggest(found.Headers), OnConflict: Skip}),
		Total:    found.Rows,
	})
}

// maxName bounds the name of a file, in characters.
const maxName = 120

// fileName returns a file name without folders and unprintable characters.
func fileName(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(name, ""))
	if slash := strings.LastIndexAny(name, `/\`); slash >= 0 {
		name = name[slash+1:]
	}
	if name = strings.TrimSpace(name); name == "" {
		return "links.csv"
	}
	if utf8.RuneCountInString(name) > maxName {
		return string([]rune(name)[:maxName])
	}
	return name
}

// importOf returns one of the workspace's imports with its settings.
func (s *Service) importOf(ctx context.Context, a access.Actor, id string) (job.Job, settings, error) {
	j, err := s.jobs.Get(ctx, a, id)
	if err != nil {
		return j, settings{}, err
	}
	if j.Kind != job.Import {
		return j, settings{}, fault.New(fault.NotFound, "There is no such import.")
	}
	set, err := decode[settings](j.Params)
	return j, set, err
}

// Start begins an uploaded import. Its faults: Invalid at the option to blame;
// LimitReached when the plan has no room for all of it, with how many fit,
// unless o.Partly.
func (s *Service) Start(ctx context.Context, a access.Actor, id string, o Options) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	j, kept, err := s.importOf(ctx, a, id)
	if err != nil {
		return j, err
	}
	if j.State != job.Draft {
		return j, fault.New(fault.Conflict, "This import was started already.")
	}
	set, err := s.decided(ctx, a, o, kept.Layout)
	if err != nil {
		return j, err
	}
	if !o.Partly && !o.DryRun {
		if err := s.checkRoom(ctx, a, j, set); err != nil {
			return j, err
		}
	}
	return s.jobs.Start(ctx, a, id, encode(set), kept.Layout.Rows)
}

// decided judges options, with the domain. An import keeps the domain that it starts
// with when the workspace chooses another one for new links meanwhile.
func (s *Service) decided(ctx context.Context, a access.Actor, o Options, found layout) (settings, error) {
	set, err := o.decided(found)
	if err != nil {
		return set, err
	}
	builder, err := s.links.Builder(a)
	if err != nil {
		return set, err
	}
	on, err := builder.Domain(ctx, o.Domain)
	if fault.Is(err, fault.NotFound) {
		var faults fault.List
		faults.AddErr("domain", err)
		return set, faults.Err()
	}
	set.Domain = on.Host
	return set, err
}

// planner returns a planner for the actor's workspace.
func (s *Service) planner(ctx context.Context, a access.Actor, set settings) (*planner, error) {
	builder, err := s.links.Builder(a)
	if err != nil {
		return nil, err
	}
	folders, err := readFolders(ctx, s.folders, a)
	if err != nil {
		return nil, err
	}
	p := &planner{settings: set, builder: builder, store: s.store, folders: folders}
	return p, p.measure(ctx)
}

// measure finds out how much room the plan has.
func (p *planner) measure(ctx context.Context) error {
	limit, used, err := p.builder.Limit(ctx)
	p.limit, p.room = limit, max(limit-used, 0)
	if limit == 0 {
		p.room = math.MaxInt
	}
	return err
}

// checkRoom refuses an import that the plan has no room for. Rows that make no
// new link need none, so where the file has more rows than there is room, its
// rows are judged until the room is gone.
func (s *Service) checkRoom(ctx context.Context, a access.Actor, j job.Job, set settings) error {
	p, err := s.planner(ctx, a, set)
	if err != nil || p.limit == 0 || set.Layout.Rows <= p.room {
		return err
	}
	room, fits := p.room, p.room
	p.DryRun = true
	rows := newLines(job.Open(ctx, s.files, j.InputID, set.Layout.Start), set.Layout.Comma, set.Layout.Start, set.Layout.Line)
	for row := 0; ; {
		entries, err := readEntries(rows, set, row, batchRows, s.clock.Now())
		if err != nil || len(entries) == 0 {
			return err
		}
		row += len(entries)
		p.room = math.MaxInt // so that the rest is judged as it would be with room
		outcomes, err := p.decide(ctx, entries)
		if err != nil {
			return err
		}
		for _, o := range outcomes {
			if o.action == Created {
				room--
			}
		}
		if room < 0 {
			return noRoom(fits, set.Layout.Rows, p.limit)
		}
	}
}

// shortURL returns the short URL of a link.
func (s *Service) shortURL(l *link.Link) string {
	return link.ShortURL(s.scheme, l.Domain, l.Alias())
}

// noRoom says how many rows fit.
func noRoom(room, rows, limit int) error {
	return fault.New(fault.LimitReached, fmt.Sprintf(
		"Your plan holds %d links and has room for %d more, but this file has %d rows. Upgrade the plan, delete links to make room, or import only the first that fit.",
		limit,
		room,
		rows,
	))
}
