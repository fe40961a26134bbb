package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	engine "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"linnet/internal/base/fault"
	"linnet/internal/core/click"
	"linnet/internal/infra/clickstore/clicksql"
)

// journal is what the store knows of the batches of one source.
type journal struct {
	source    string // see click.Batch
	position  uint64
	certain   bool // position is that of the database
	known     bool // position was that of the database in this process
	pending   pendingBatch
	unchecked int // clicks that an unknown pending batch can contain
}

// journalOf returns the journal of a source. The caller holds appending.
func (s *Store) journalOf(source string) (*journal, error) {
	if j := s.journals[source]; j != nil {
		return j, nil
	}
	j := &journal{source: source}
	if err := s.loadPending(j); err != nil {
		return nil, err
	}
	s.journals[source] = j
	return j, nil
}

// Position returns the position of the last batch of a source. It returns
// fault.Unavailable while the server is unreachable.
func (s *Store) Position(ctx context.Context, source string) (uint64, error) {
	s.appending.Lock()
	defer s.appending.Unlock()
	j, err := s.journalOf(source)
	if err == nil && j.certain {
		return j.position, nil
	}
	position := uint64(0)
	if err == nil {
		position, err = s.storedPosition(ctx, j)
	}
	if err != nil {
		return 0, fmt.Errorf("read the position of the click store: %w", err)
	}
	return position, nil
}

// storedPosition returns the position of a source in the database.
//
// At the start of the process it may be lower than one that the database had before: a
// backup was restored, whose missing clicks are then stored again, or the server has not
// fetched what another replica stored. Clicks after that position would be stored twice,
// so it returns fault.Unavailable until the server has fetched it. Later the process
// knows the position itself, and continues with any server.
func (s *Store) storedPosition(ctx context.Context, j *journal) (uint64, error) {
	position, err := s.number(ctx, "SELECT max(position) FROM positions WHERE source = "+quote(j.source))
	switch {
	case err != nil:
		return 0, err
	case j.known:
		return max(position, j.position), nil
	case position >= j.pending.After || s.layout.cluster == "":
		return position, nil
	}
	behind, err := s.number(ctx, "SELECT count() FROM system.replicas WHERE database = currentDatabase() AND table = 'positions' AND "+
		"(is_readonly OR is_session_expired OR log_pointer <= log_max_index OR inserts_in_queue > 0)")
	if err != nil {
		return 0, fmt.Errorf("compare the replica of the positions with the others: %w", err)
	}
	if behind > 0 {
		return 0, fault.New(fault.Unavailable, "The ClickHouse server lacks clicks that another replica stored. Clicks wait until it has fetched them.")
	}
	return position, nil
}

// Append stores a batch and then its position. It ignores a batch at or before
// the current position of its source, which one process at a time appends.
//
// Every click is stored exactly once, although ClickHouse has no transaction over
// both, and an insert whose response was lost may have been executed, or may still
// be. After such an error or the death of the process, Append inserts only the
// clicks whose ids the store lacks, until the position is after every batch of which
// an insert began. Inserts that are still being executed on the server are covered
// by the token of the batch, by which the server recognizes a repeated block. The
// pendingBatch repeats the token after the death of the process.
func (s *Store) Append(ctx context.Context, batch click.Batch) error {
	s.appending.Lock()
	defer s.appending.Unlock()
	limited, cancel := context.WithTimeout(ctx, appendTimeout)
	defer cancel()
	j, err := s.journalOf(batch.Source)
	if err == nil {
		err = s.append(limited, j, batch)
	}
	if errors.Is(err, context.DeadlineExceeded) { // the server hangs
		err = s.noteReach(ctx, err)
	}
	if err != nil {
		return fmt.Errorf("store clicks: %w", err)
	}
	return nil
}

func (s *Store) append(ctx context.Context, j *journal, batch click.Batch) error {
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if !j.certain {
		position, err := s.storedPosition(ctx, j)
		if err != nil {
			return err
		}
		j.position, j.known = position, true
	}
	if batch.Through <= j.position {
		return nil
	}
	j.certain = false
	if err := s.insertBatch(ctx, j, batch); err != nil {
		return err
	}
	text := fmt.Sprintf("INSERT INTO positions SELECT %s, %d", quote(j.source), batch.Through)
	if err := s.exec(ctx, text); err != nil {
		return err
	}
	if err := s.opts.step(); err != nil {
		return err
	}
	j.position, j.certain = batch.Through, true
	j.unchecked = max(0, j.unchecked-len(batch.Clicks))
	return nil
}

// insertBatch inserts the clicks of a batch: those of the pending batch under its
// token, the others under that of this batch.
func (s *Store) insertBatch(ctx context.Context, j *journal, batch click.Batch) error {
	rest := batch.Clicks
	// Until the position is after all inserts that have begun.
	repeated := j.position < j.pending.Through || j.unchecked > 0
	if repeated {
		var first []click.Click
		first, rest = j.pending.split(batch.Clicks)
		if err := s.insert(ctx, j.pending.Token, first, repeated); err != nil {
			return err
		}
	}
	if len(rest) == 0 {
		return nil
	}
	token := fmt.Sprintf("%s:%s:%d-%d", s.sourceID(), j.source, j.position, batch.Through)
	if err := s.storePending(j, token, batch.Through, rest); err != nil {
		return err
	}
	return s.insert(ctx, token, rest, repeated)
}

// sourceID returns the source of prepared tables.
func (s *Store) sourceID() string {
	s.preparing.Lock()
	defer s.preparing.Unlock()
	return s.source
}

// insert inserts clicks, one block a month: the insert of one block into one
// partition is atomic. After an uncertain end it omits those that are stored.
func (s *Store) insert(ctx context.Context, token string, clicks []click.Click, repeated bool) error {
	if repeated && len(clicks) > 0 {
		stored, err := s.storedIDs(ctx, clicks)
		if err != nil {
			return err
		}
		clicks = slices.DeleteFunc(slices.Clone(clicks), func(c click.Click) bool { return stored[c.ID] })
	}
	for _, month := range byMonth(clicks) {
		name := token + ":" + month[0].At.UTC().Format("200601")
		if err := s.opts.step(); err != nil {
			return err
		}
		if err := s.insertBlock(ctx, name, month); err != nil {
			return s.noteReach(ctx, err)
		}
		if err := s.opts.step(); err != nil {
			return err
		}
	}
	return nil
}

// byMonth splits clicks by the month of UTC, in ascending order.
func byMonth(clicks []click.Click) (months [][]click.Click) {
	number := func(c *click.Click) int { return c.At.UTC().Year()*12 + int(c.At.UTC().Month()) }
	single := !slices.ContainsFunc(clicks, func(c click.Click) bool { return number(&c) != number(&clicks[0]) })
	if single {
		if len(clicks) == 0 {
			return nil
		}
		return [][]click.Click{clicks}
	}
	sorted := slices.SortedStableFunc(slices.Values(clicks), func(a, b click.Click) int { return number(&a) - number(&b) })
	for len(sorted) > 0 {
		end := 1
		for end < len(sorted) && number(&sorted[end]) == number(&sorted[0]) {
			end++
		}
		months, sorted = append(months, sorted[:end]), sorted[end:]
	}
	return months
}

// storedIDs returns which of the clicks are stored.
func (s *Store) storedIDs(ctx context.Context, clicks []click.Click) (map[uint64]bool, error) {
	first, last := clicks[0].At, clicks[0].At
	ids := make([]string, len(clicks))
	for i, c := range clicks {
		ids[i] = strconv.FormatUint(c.ID, 10)
		if c.At.Before(first) {
			first = c.At
		}
		if c.At.After(last) {
			last = c.At
		}
	}
	stored := make(map[uint64]bool)
	text := fmt.Sprintf("SELECT %s FROM %s WHERE ts BETWEEN %d AND %d AND %s IN (%s)",
		idExpr, s.layout.clicks(), first.UnixMilli(), last.UnixMilli(), idExpr, strings.Join(ids, ", "))
	err := s.queryAll(ctx, text, func(r driver.Rows) error {
		var id uint64
		err := r.Scan(&id)
		stored[id] = true
		return err
	})
	return stored, err
}

// insertBlock inserts clicks of one month as one block.
func (s *Store) insertBlock(ctx context.Context, token string, clicks []click.Click) error {
	ctx = engine.Context(ctx, engine.WithSettings(engine.Settings{
		"async_insert":                  0,
		"insert_deduplicate":            1,
		"insert_deduplication_token":    token,
		"distributed_foreground_insert": 1, // Distributed: wait until the shards have stored the clicks
		"max_execution_time":            int(insertTimeout / time.Second),
	}))
	batch, err := s.conn.PrepareBatch(ctx, "INSERT INTO "+s.layout.clicks()+" ("+clicksql.Names(s.cols)+")")
	if err != nil {
		return err
	}
	defer batch.Close() //nolint:errcheck // reports nothing that Send did not
	for i, col := range s.cols {
		if err := batch.Column(i).Append(values(col, clicks)); err != nil {
			return err
		}
	}
	return batch.Send()
}

func mapped[T any](clicks []click.Click, get func(*click.Click) T) []T {
	all := make([]T, len(clicks))
	for i := range clicks {
		all[i] = get(&clicks[i])
	}
	return all
}
