package records

import (
	"context"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/job"
)

// jobColumns are read by scanJob, in its order.
const jobColumns = `id, workspace_id, kind, state, name, created_by, input_id, output_id, params, checkpoint,
	done, total, failed, message, attempts, created_at, started_at, finished_at`

func scanJob(row scanner) (job.Job, error) {
	var j job.Job
	var params, checkpoint string
	var created, started, finished int64
	err := row.Scan(&j.ID, &j.WorkspaceID, &j.Kind, &j.State, &j.Name, &j.CreatedBy, &j.InputID, &j.OutputID, &params, &checkpoint,
		&j.Done, &j.Total, &j.Failed, &j.Message, &j.Attempts, &created, &started, &finished)
	j.Params, j.Checkpoint = []byte(params), []byte(checkpoint)
	j.CreatedAt, j.StartedAt, j.FinishedAt = fromMillis(created), fromMillis(started), fromMillis(finished)
	return j, err
}

// InsertJob stores a new job.
func (s *Store) InsertJob(ctx context.Context, j job.Job) error {
	return s.inTx(ctx, func(tx conn) error {
		_, err := tx.exec(
			ctx,
			`
			INSERT INTO jobs (`+jobColumns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
			j.ID,
			j.WorkspaceID,
			string(j.Kind),
			string(j.State),
			j.Name,
			j.CreatedBy,
			j.InputID,
			j.OutputID,
			orObject(j.Params),
			orObject(j.Checkpoint),
			j.Done,
			j.Total,
			j.Failed,
			j.Message,
			j.Attempts,
			toMillis(j.CreatedAt),
			toMillis(j.StartedAt),
			toMillis(j.FinishedAt),
		)
		if err != nil {
			return err
		}
		announceJob(tx, j.WorkspaceID, j.ID)
		return nil
	})
}

func orObject(json []byte) string {
	if len(json) == 0 {
		return "{}"
	}
	return string(json)
}

// announceJob publishes on every node, after the commit, that a job changed. The
// event is not stored.
func announceJob(tx conn, workspaceID, id string) {
	tx.events.published = append(tx.events.published, event.Event{Kind: event.JobChanged, WorkspaceID: workspaceID, SubjectID: id})
}

// Job returns one of the workspace's jobs, or NotFound.
func (s *Store) Job(ctx context.Context, workspaceID, id string) (job.Job, error) {
	return getJob(ctx, s.read, workspaceID, id)
}

func getJob(ctx context.Context, c conn, workspaceID, id string) (job.Job, error) {
	j, err := queryOne(ctx, c, scanJob, `SELECT `+jobColumns+` FROM jobs WHERE workspace_id = $1 AND id = $2`, workspaceID, id)
	return j, missing(err, "job")
}

// Jobs returns one page of the workspace's jobs, newest first, without drafts.
func (s *Store) Jobs(ctx context.Context, workspaceID string, f job.Filter) (job.Page, error) {
	q := linkQuery{args: []any{workspaceID}, where: []string{`workspace_id = $1`, `state <> 'draft'`}}
	if f.Kind != "" {
		q.and(`kind = ` + q.arg(string(f.Kind)))
	}
	if f.Active {
		q.and(`state IN ('queued', 'running')`)
	}
	total, err := queryOne(ctx, s.read, value[int], `SELECT COUNT(*) FROM jobs`+q.whereText(), q.args...)
	if err != nil {
		return job.Page{}, err
	}
	if f.Cursor != "" {
		q.and(`(created_at, id) < (SELECT j.created_at, j.id FROM jobs j WHERE j.workspace_id = $1 AND j.id = ` + q.arg(f.Cursor) + `)`)
	}
	found, err := queryAll(ctx, s.read, scanJob, `SELECT `+jobColumns+` FROM jobs`+q.whereText()+
		` ORDER BY created_at DESC, id DESC LIMIT `+q.arg(f.Limit+1), q.args...)
	if err != nil {
		return job.Page{}, err
	}
	page := job.Page{Jobs: found, Total: total}
	if len(found) > f.Limit {
		page.Jobs = found[:f.Limit]
		page.NextCursor = page.Jobs[f.Limit-1].ID
	}
	return page, nil
}

// TransitionJob changes a job that is in one of the states it may leave.
func (s *Store) TransitionJob(ctx context.Context, t job.Transition) (job.Job, error) {
	var changed job.Job
	err := s.inTx(ctx, func(tx conn) error {
		j, err := getJob(ctx, tx, t.WorkspaceID, t.ID)
		if err != nil {
			return err
		}
		finished := int64(0)
		if t.To.Ended() {
			finished = toMillis(t.At)
		}
		params, total := t.Params, t.Total
		if params == nil {
			params = j.Params
		}
		if total == 0 {
			total = j.Total
		}
		states, args := inList([]any{t.ID, string(t.To), finished, string(params), total}, t.From)
		n, err := tx.exec(ctx, `
			UPDATE jobs SET state = $2, finished_at = $3, params = $4, total = $5,
				message = '', attempts = 0, lease_owner = '', lease_until = 0, run_after = 0
			WHERE id = $1 AND state IN `+states, args...)
		if err != nil {
			return err
		}
		if n == 0 {
			return fault.New(fault.Conflict, "This cannot be done with a job that is "+string(j.State)+".")
		}
		if changed, err = getJob(ctx, tx, t.WorkspaceID, t.ID); err != nil {
			return err
		}
		announceJob(tx, t.WorkspaceID, t.ID)
		return nil
	})
	return changed, err
}

// DeleteJob removes a job with its files.
func (s *Store) DeleteJob(ctx context.Context, workspaceID, id string) error {
	return s.inTx(ctx, func(tx conn) error {
		j, err := getJob(ctx, tx, workspaceID, id)
		if err != nil {
			return err
		}
		for _, file := range []string{j.InputID, j.OutputID} {
			if err := deleteFile(ctx, tx, file); err != nil {
				return err
			}
		}
		if _, err := tx.exec(ctx, `DELETE FROM jobs WHERE id = $1`, id); err != nil {
			return err
		}
		announceJob(tx, workspaceID, id)
		return nil
	})
}

// CountOpenJobs counts the workspace's jobs that wait, run, or still hold an
// upload.
func (s *Store) CountOpenJobs(ctx context.Context, workspaceID string) (int, error) {
	return queryOne(ctx, s.read, value[int], `
		SELECT COUNT(*) FROM jobs WHERE workspace_id = $1 AND (input_id <> '' OR state IN ('queued', 'running'))`, workspaceID)
}

// ClaimJob gives a job that waits, or whose lease has ended, to an owner. A
// workspace without a running job comes first, so that one workspace's jobs do
// not hold all workers while others wait; then the longest waiting. The condition stands in the statement that takes it, so that of two
// who claim at once one gets it; the other finds the next or none.
func (s *Store) ClaimJob(ctx context.Context, c job.Claim) (job.Job, error) {
	// Looked for among the readers first: mostly there is nothing to write.
	waiting, err := queryOne(ctx, s.read, value[int], `
		SELECT COUNT(*) FROM jobs WHERE (state = 'queued' AND run_after <= $1) OR (state = 'running' AND lease_until < $1)`, toMillis(c.Now))
	if err == nil && waiting == 0 {
		err = fault.New(fault.NotFound, "There is no such job.")
	}
	if err != nil {
		return job.Job{}, err
	}
	var claimed job.Job
	err = s.inTx(ctx, func(tx conn) error {
		const waits = `((state = 'queued' AND run_after <= $3) OR (state = 'running' AND lease_until < $3))`
		kinds, args := inList([]any{c.Owner, toMillis(c.Until), toMillis(c.Now), c.ID}, c.Kinds)
		var err error
		claimed, err = queryOne(ctx, tx, scanJob, `
			UPDATE jobs SET state = 'running', lease_owner = $1, lease_until = $2, attempts = attempts + 1,
				started_at = CASE WHEN started_at = 0 THEN $3 ELSE started_at END
			WHERE `+waits+` AND id = (
				SELECT id FROM jobs WHERE `+waits+` AND ($4 = '' OR id = $4) AND kind IN `+kinds+`
				ORDER BY EXISTS (SELECT 1 FROM jobs r WHERE r.workspace_id = jobs.workspace_id AND r.state = 'running' AND r.lease_until >= $3),
					CASE WHEN run_after > created_at THEN run_after ELSE created_at END, id LIMIT 1`+tx.d.skipLocked+`)
			RETURNING `+jobColumns, args...)
		if err != nil {
			return err
		}
		announceJob(tx, claimed.WorkspaceID, claimed.ID)
		return nil
	})
	return claimed, missing(err, "job")
}

// KeepJob prolongs a lease.
func (s *Store) KeepJob(ctx context.Context, id, owner string, until time.Time) error {
	n, err := s.write.exec(ctx, `UPDATE jobs SET lease_until = $1 WHERE id = $2 AND lease_owner = $3 AND state = 'running'`,
		toMillis(until), id, owner)
	return held(n, err)
}

// held turns "no row changed" into ErrLost.
func held(n int64, err error) error {
	if err == nil && n == 0 {
		return job.ErrLost()
	}
	return err
}

// EndJob ends an owner's turn.
func (s *Store) EndJob(ctx context.Context, e job.Ending) (job.Job, error) {
	var ended job.Job
	err := s.inTx(ctx, func(tx conn) error {
		finished := int64(0)
		if e.State.Ended() {
			finished = toMillis(e.At)
		}
		ids, err := queryAll(ctx, tx, scanPair, `
			UPDATE jobs SET state = $1, message = $2, attempts = $3, run_after = $4, finished_at = $5, lease_owner = '', lease_until = 0
			WHERE id = $6 AND lease_owner = $7 AND state = 'running' RETURNING workspace_id, input_id`,
			string(e.State), e.Message, e.Attempts, toMillis(e.RunAfter), finished, e.ID, e.Owner)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return job.ErrLost()
		}
		if e.State == job.Done {
			if err := deleteFile(ctx, tx, ids[0][1]); err != nil {
				return err
			}
		}
		if ended, err = getJob(ctx, tx, ids[0][0], e.ID); err != nil {
			return err
		}
		announceJob(tx, ids[0][0], e.ID)
		return nil
	})
	return ended, err
}

// takeStep stores a step's progress and output in the transaction of its work.
func takeStep(ctx context.Context, tx conn, st job.Step) error {
	n, err := tx.exec(ctx, `
		UPDATE jobs SET done = $1, failed = $2, checkpoint = $3, attempts = 0 WHERE id = $4 AND lease_owner = $5 AND state = 'running'`,
		st.Done, st.Failed, string(st.Checkpoint), st.JobID, st.Owner)
	if err := held(n, err); err != nil {
		return err
	}
	if len(st.Output) > 0 {
		if err := appendChunk(ctx, tx, st.OutputID, st.Position, st.Output); err != nil {
			return err
		}
	}
	announceJob(tx, st.WorkspaceID, st.JobID)
	return nil
}

// StepJob stores a step that changes no other records.
func (s *Store) StepJob(ctx context.Context, st job.Step) error {
	return s.inTx(ctx, func(tx conn) error { return takeStep(ctx, tx, st) })
}
