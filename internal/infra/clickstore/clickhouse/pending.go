package clickhouse

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"linnet/internal/core/click"
)

// BatchFile is the prefix of the names of the files of Options.Dir that describe a
// batch, one for each source.
const BatchFile = "clickhouse-batch"

// pendingPath returns the file in Options.Dir that describes the last batch of a
// source of which an insert began.
func (s *Store) pendingPath(j *journal) string {
	return filepath.Join(s.opts.Dir, BatchFile+j.source+".json")
}

// pendingBatch is the last batch of which an insert began. It is written to a file
// before the insert: after the death of the process the journal is read again from
// the stored position, in batches of other sizes, but its clicks must be inserted
// under the same token.
type pendingBatch struct {
	Token   string   `json:"token"`
	Through uint64   `json:"through"` // the largest of all batches that are not stored yet
	After   uint64   `json:"after"`   // position that the database had before the batch
	IDs     []uint64 `json:"ids"`     // of the clicks
}

// split returns the clicks of the pending batch, and the others. The first are
// none unless clicks contain the whole pending batch: under its token the server
// would ignore a part of it that was not inserted.
func (p *pendingBatch) split(clicks []click.Click) (pending, others []click.Click) {
	ids := make(map[uint64]bool, len(p.IDs))
	for _, id := range p.IDs {
		ids[id] = true
	}
	for _, c := range clicks {
		if ids[c.ID] {
			pending = append(pending, c)
		} else {
			others = append(others, c)
		}
	}
	if len(pending) < len(ids) {
		return nil, clicks
	}
	return pending, others
}

// storePending writes the description of the next insert. It need not survive a
// failure of the system: the server has long ended the insert when it is up again.
func (s *Store) storePending(j *journal, token string, through uint64, clicks []click.Click) error {
	j.pending = pendingBatch{
		Token: token, Through: max(through, j.pending.Through), After: j.position,
		IDs: mapped(clicks, func(c *click.Click) uint64 { return c.ID }),
	}
	data, err := json.Marshal(j.pending)
	if err != nil {
		return err
	}
	path := s.pendingPath(j)
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return fmt.Errorf("describe the batch: %w", err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		return fmt.Errorf("describe the batch: %w", err)
	}
	return nil
}

// sourceName is the form of names of sources, which are part of the file's name.
var sourceName = regexp.MustCompile(`^[A-Za-z0-9_-]{0,64}$`)

// loadPending reads the description of the last insert of the previous process. If
// the file was lost, that insert was of at most click.MaxBatch clicks.
func (s *Store) loadPending(j *journal) error {
	if !sourceName.MatchString(j.source) {
		return fmt.Errorf("the name of the journal contains other characters than letters, digits, _ and -: %q", j.source)
	}
	path := s.pendingPath(j)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		j.unchecked = click.MaxBatch
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &j.pending); err != nil {
		return fmt.Errorf("%s is damaged; delete it: %w", path, err)
	}
	return nil
}
