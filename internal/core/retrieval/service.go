package retrieval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"linnet/internal/base/clock"
	"linnet/internal/base/fault"
	"linnet/internal/base/ident"
	"linnet/internal/base/sealed"
	"linnet/internal/core/access"
	"linnet/internal/core/job"
	"linnet/internal/core/transfer"
	"linnet/internal/core/visitor"
)

// Bounds of a connection, in bytes.
const (
	maxKey = 1_000
	maxURL = 500
)

// Deps are the dependencies of a service.
type Deps struct {
	Steps     job.StepStore
	Files     job.FileStore
	Jobs      *job.Service
	Transfers *transfer.Service
	// Open returns the source of a connection.
	Open func(Connection) Source
	// ActorFor returns the current permissions of the user whose job it is.
	ActorFor func(ctx context.Context, a access.Actor, workspaceID string) (access.Actor, error)
	Box      *sealed.Box // for keys
	Agents   visitor.AgentParser
	Clock    clock.Clock
}

// Service starts, resumes and runs retrievals.
type Service struct{ Deps }

// NewService returns a service.
func NewService(d Deps) *Service { return &Service{d} }

// params are the parameters of a job.
type params struct {
	From    Shortener `json:"from"`
	URL     string    `json:"url"`
	History bool      `json:"history,omitempty"`
}

// connection returns the connection with a key.
func (p params) connection(key string) Connection { return Connection{p.From, p.URL, key, p.History} }

func paramsOf(j job.Job) (params, error) {
	var p params
	if err := json.Unmarshal(j.Params, &p); err != nil {
		return p, fmt.Errorf("decode the parameters of a retrieval: %w", err)
	}
	return p, nil
}

// Start asks for the first links and starts a job that reads all. Faults: Invalid at from, history,
// url or key, where the shortener cannot be asked; those of job.Service.CheckRoom.
func (s *Service) Start(ctx context.Context, a access.Actor, c Connection) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	if err := s.Jobs.CheckRoom(ctx, a.WorkspaceID); err != nil {
		return job.Job{}, err
	}
	c.URL, c.Key = c.address(), strings.TrimSpace(c.Key)
	if err := c.check(); err != nil {
		return job.Job{}, err
	}
	first, err := s.Open(c).Page(ctx, "")
	if err != nil {
		return job.Job{}, err
	}
	if len(first.Links) == 0 && first.Next == "" {
		return job.Job{}, fault.New(fault.Invalid, "There are no links that this key can read. Enter the key of the workspace that has them.").At("key")
	}
	input, output := s.newFile(a, "key"), s.newFile(a, c.From.Name()+".csv")
	for _, f := range []job.File{input, output} {
		if err := s.Files.InsertFile(ctx, f); err != nil {
			return job.Job{}, err
		}
	}
	if err := s.addKey(ctx, input.ID, 0, c.Key); err != nil {
		return job.Job{}, err
	}
	raw, err := json.Marshal(params{c.From, c.URL, c.History})
	if err != nil {
		return job.Job{}, fmt.Errorf("encode the parameters of a retrieval: %w", err)
	}
	return s.Jobs.Add(ctx, a, job.Job{
		ID: ident.New(ident.Job), Kind: job.Retrieval, State: job.Queued, Name: c.name(),
		InputID: input.ID, OutputID: output.ID, Params: raw, Total: first.Total,
	})
}

// name returns what the job is called: the shortener, with the host of one that has many servers.
func (c Connection) name() string {
	u, err := url.Parse(c.URL)
	if err != nil || c.URL == c.From.URL() {
		return c.From.Name()
	}
	return c.From.Name() + " (" + u.Host + ")"
}

func (c Connection) check() error {
	var faults fault.List
	if !slices.Contains(Shorteners(), c.From) {
		names := make([]string, len(Shorteners()))
		for i, s := range Shorteners() {
			names[i] = string(s)
		}
		faults.Add("from", "Choose one of these: "+strings.Join(names, ", ")+".")
		return faults.Err()
	}
	if c.History && !c.From.HasHistory() {
		return c.From.errHistory()
	}
	u, err := url.Parse(c.URL)
	switch {
	case c.URL == "":
		faults.Add("url", "Enter the address of your "+c.From.Name()+", such as https://go.example.com.")
	case len(c.URL) > maxURL:
		faults.Add("url", fmt.Sprintf("Enter an address with at most %d characters.", maxURL))
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		faults.Add("url", "Enter an address such as https://go.example.com, without a user, a query or a fragment.")
	}
	switch {
	case c.Key == "":
		faults.Add("key", "Enter an API key of "+c.From.Name()+".")
	case len(c.Key) > maxKey || strings.ContainsFunc(c.Key, func(r rune) bool { return r < ' ' || r > '~' }):
		faults.Add("key", "This is no API key of "+c.From.Name()+". Copy it from there again.")
	}
	return faults.Err()
}

func (s *Service) newFile(a access.Actor, name string) job.File {
	return job.File{ID: ident.New(ident.File), WorkspaceID: a.WorkspaceID, Name: name, CreatedAt: s.Clock.Now()}
}

// addKey stores a key in the input of a job, sealed. The input is deleted with the end of the
// job, as the upload of an import is. Each chunk is a key; the last one is in use.
func (s *Service) addKey(ctx context.Context, fileID string, position int64, key string) error {
	packed, err := job.Pack(s.Box.Seal([]byte(key), fileID))
	if err != nil {
		return err
	}
	return s.Files.AppendChunk(ctx, fileID, position, packed)
}

// keyOf returns the key in use of an input, and how many there are.
func (s *Service) keyOf(ctx context.Context, fileID string) (key string, keys int64, err error) {
	var last []byte
	for {
		packed, err := s.Files.Chunk(ctx, fileID, keys)
		if fault.Is(err, fault.NotFound) {
			break
		}
		if err != nil {
			return "", keys, err
		}
		last = packed
		keys++
	}
	content, err := job.Unpack(last)
	if err != nil {
		return "", keys, err
	}
	plain, err := s.Box.Open(content, fileID)
	return string(plain), keys, err
}

// SetKey replaces the key of a retrieval that has stopped, as when the shortener no longer
// accepts it. Faults: NotFound; Conflict for a retrieval that cannot be resumed; Invalid at key.
func (s *Service) SetKey(ctx context.Context, a access.Actor, id, key string) (job.Job, error) {
	if err := access.Require(a, access.WriteLinks); err != nil {
		return job.Job{}, err
	}
	j, err := s.Jobs.Get(ctx, a, id)
	if err != nil {
		return j, err
	}
	if j.Kind != job.Retrieval {
		return j, fault.New(fault.NotFound, "There is no such retrieval.")
	}
	if !j.Resumable() {
		return j, fault.New(fault.Conflict, "This retrieval has not stopped, or its key was deleted with its end. Start another one.")
	}
	p, err := paramsOf(j)
	if err != nil {
		return j, err
	}
	key = strings.TrimSpace(key)
	if err := p.connection(key).check(); err != nil {
		return j, err
	}
	_, keys, err := s.keyOf(ctx, j.InputID)
	if err != nil && !errors.Is(err, sealed.ErrOpen) {
		return j, err
	}
	return j, s.addKey(ctx, j.InputID, keys, key)
}
