package records

import (
	"context"
	"slices"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/event"
	"linnet/internal/core/queue"
)

// The columns of a task are those of a new, a claimed and a dead one.
//
//nolint:gochecknoglobals // immutable
var (
	newTaskTable = tableOf("task", `tasks`, func(t *queue.NewTask) []column {
		return []column{
			fixed("kind", &t.Kind),
			fixed("task_key", &t.Key),
			col("workspace_id", &t.WorkspaceID),
			col("payload", &t.Payload),
			col("due_at", &t.Due),
			derived("created_at", &t.Due),
		}
	})
	taskTable = tableOf("task", `tasks`, func(t *queue.Task) []column {
		return []column{
			fixed("kind", &t.Kind),
			fixed("task_key", &t.Key),
			col("lease_owner", &t.Owner),
			fixed("workspace_id", &t.WorkspaceID),
			fixed("payload", &t.Payload),
			col("attempts", &t.Attempts),
			col("error", &t.Error),
			fixed("created_at", &t.CreatedAt),
		}
	})
	deadTable = tableOf("task", `tasks`, func(d *queue.Dead) []column {
		return []column{
			fixed("kind", &d.Kind),
			fixed("task_key", &d.Key),
			fixed("workspace_id", &d.WorkspaceID),
			col("error", &d.Error),
			col("attempts", &d.Attempts),
			col("dead_at", &d.At),
		}
	})
)

// AddTasks stores tasks in one transaction. Each replaces a task of its kind and
// key.
func (s *Store) AddTasks(ctx context.Context, tasks ...queue.NewTask) error {
	return s.inTx(ctx, func(tx conn) error { return addTasks(ctx, tx, tasks...) })
}

// addTasks adds tasks in a transaction.
func addTasks(ctx context.Context, tx conn, tasks ...queue.NewTask) error {
	rows := make([][]any, len(tasks))
	for i := range tasks {
		rows[i] = newTaskTable.fields(&tasks[i], inInsert)
		announceTasks(tx, tasks[i].Kind)
	}
	// The new task replaces that of its key.
	return insertRows(ctx, tx, newTaskTable.into, rows,
		`ON CONFLICT (kind, task_key) `+newTaskTable.replace+`, attempts = 0, lease_owner = '', error = '', dead_at = 0`)
}

// announceTasks publishes on every node, after the commit, that tasks of a kind
// were added. The event is not stored.
func announceTasks(tx conn, kind string) {
	if !slices.Contains(tx.events.taskKinds, kind) {
		tx.events.taskKinds = append(tx.events.taskKinds, kind)
	}
}

// deleteTask deletes a task, leased or not.
func deleteTask(ctx context.Context, tx conn, kind, key string) error {
	_, err := tx.exec(ctx, `DELETE FROM tasks WHERE kind = $1 AND task_key = $2`, kind, key)
	return err
}

// nextWorkspace returns the workspace whose task of a kind ($1) is next at a time
// ($2): one without a leased task, then the one that has been due longest. It
// visits the workspaces with tasks of the kind, not the tasks.
const nextWorkspace = `
	WITH RECURSIVE w (id) AS (
		SELECT MIN(workspace_id) FROM tasks WHERE kind = $1 AND dead_at = 0
		UNION ALL
		SELECT (SELECT MIN(t.workspace_id) FROM tasks t WHERE t.kind = $1 AND t.dead_at = 0 AND t.workspace_id > w.id)
		FROM w WHERE w.id IS NOT NULL
	)
	SELECT id FROM (
		SELECT w.id,
			(SELECT MIN(t.due_at) FROM tasks t WHERE t.kind = $1 AND t.workspace_id = w.id AND t.dead_at = 0) AS due,
			EXISTS (SELECT 1 FROM tasks r WHERE r.kind = $1 AND r.workspace_id = w.id AND r.lease_owner <> '' AND r.due_at > $2) AS busy
		FROM w WHERE w.id IS NOT NULL
	) AS candidates WHERE due <= $2`

// ClaimTask leases a task that is due, or returns NotFound.
func (s *Store) ClaimTask(ctx context.Context, c queue.Claim) (queue.Task, error) {
	if c.Key != "" {
		return s.claimIn(ctx, c, ` AND task_key = $5`, c.Key)
	}
	for {
		query, args := nextWorkspace, []any{c.Kind, toMillis(c.Now)}
		if len(c.Except) > 0 {
			var list string
			list, args = inList(args, c.Except)
			query += ` AND id NOT IN ` + list
		}
		// Without a transaction: mostly there is nothing to claim.
		workspaceID, err := queryOne(ctx, s.read, value[string], query+` ORDER BY busy, due, id LIMIT 1`, args...)
		if err != nil {
			return queue.Task{}, notFound(err, "task")
		}
		t, err := s.claimIn(ctx, c, ` AND workspace_id = $5`, workspaceID)
		if !fault.Is(err, fault.NotFound) {
			return t, err
		}
		// Another node claimed the workspace's last due task.
		c.Except = append(slices.Clip(c.Except), workspaceID)
	}
}

// claimIn leases the task that has been due longest among those that the
// condition and its argument select.
func (s *Store) claimIn(ctx context.Context, c queue.Claim, condition string, arg any) (queue.Task, error) {
	var t queue.Task
	err := s.inTx(ctx, func(tx conn) error {
		const due = `kind = $1 AND dead_at = 0 AND due_at <= $2`
		var err error
		t, err = queryOne(ctx, tx, taskTable.scan(), `
			UPDATE tasks SET lease_owner = $3, due_at = $4, attempts = attempts + 1
			WHERE `+due+` AND task_key = (
				SELECT task_key FROM tasks WHERE `+due+condition+` ORDER BY due_at, task_key LIMIT 1`+tx.d.skipLocked+`)
			RETURNING `+taskTable.list,
			c.Kind, toMillis(c.Now), c.Owner, toMillis(c.Until), arg)
		return err
	})
	return t, notFound(err, "task")
}

// RenewTask extends a lease, or returns ErrLost.
func (s *Store) RenewTask(ctx context.Context, l queue.Lease, until time.Time) error {
	return leased(s.write.exec(ctx, `UPDATE tasks SET due_at = $4 WHERE `+byLease, l.Kind, l.Key, l.Owner, toMillis(until)))
}

// byLease selects the task of a lease.
const byLease = `kind = $1 AND task_key = $2 AND lease_owner = $3`

// leased returns ErrLost if no row was changed.
func leased(n int64, err error) error {
	if err == nil && n == 0 {
		return queue.ErrLost()
	}
	return err
}

// ReleaseTask ends a lease, or returns ErrLost.
func (s *Store) ReleaseTask(ctx context.Context, l queue.Lease, r queue.Release) error {
	uncounted := 0
	if r.Uncounted {
		uncounted = 1
	}
	return leased(s.write.exec(ctx, `
		UPDATE tasks SET lease_owner = '', due_at = $4, error = $5, dead_at = $6,
			attempts = CASE WHEN attempts > $7 THEN attempts - $7 ELSE 0 END
		WHERE `+byLease, l.Kind, l.Key, l.Owner, toMillis(r.Due), r.Error, toMillis(r.Dead), uncounted))
}

// CompleteTask deletes a task, or returns ErrLost.
func (s *Store) CompleteTask(ctx context.Context, l queue.Lease) error {
	return completeTask(ctx, s.write, l)
}

func completeTask(ctx context.Context, c conn, l queue.Lease) error {
	return leased(c.exec(ctx, `DELETE FROM tasks WHERE `+byLease, l.Kind, l.Key, l.Owner))
}

// checkLease locks the task of a lease until the transaction ends, so that no
// other node claims it. It returns ErrLost without the lease.
func checkLease(ctx context.Context, tx conn, l queue.Lease) error {
	return leased(tx.exec(ctx, `UPDATE tasks SET lease_owner = lease_owner WHERE `+byLease, l.Kind, l.Key, l.Owner))
}

// storeProgress is checkLease, and sets the task's attempts to 0.
func storeProgress(ctx context.Context, tx conn, l queue.Lease) error {
	return leased(tx.exec(ctx, `UPDATE tasks SET attempts = 0 WHERE `+byLease, l.Kind, l.Key, l.Owner))
}

// DeleteDeadTasks deletes the dead letters from before a time.
func (s *Store) DeleteDeadTasks(ctx context.Context, before time.Time) error {
	_, err := s.write.exec(ctx, `DELETE FROM tasks WHERE dead_at > 0 AND dead_at < $1`, toMillis(before))
	return err
}

// TasksDue counts the tasks of a kind that are due at a time, without dead
// letters.
func (s *Store) TasksDue(ctx context.Context, kind string, at time.Time) (int, error) {
	return s.read.count(ctx, `tasks WHERE kind = $1 AND dead_at = 0 AND due_at <= $2`, kind, toMillis(at))
}

// TasksDead counts the dead letters of a kind.
func (s *Store) TasksDead(ctx context.Context, kind string) (int, error) {
	return s.read.count(ctx, `tasks WHERE kind = $1 AND dead_at > 0`, kind)
}

// deadTasks selects dead letters, newest first.
const deadTasks = `WHERE dead_at > 0 ORDER BY dead_at DESC, task_key`

// RetryDeadTasks makes all dead letters due at a time and returns their number.
func (s *Store) RetryDeadTasks(ctx context.Context, due time.Time) (int, error) {
	var kinds []string
	err := s.inTx(ctx, func(tx conn) error {
		var err error
		kinds, err = queryAll(ctx, tx, value[string], `
			UPDATE tasks SET dead_at = 0, attempts = 0, error = '', due_at = $1 WHERE dead_at > 0 RETURNING kind`, toMillis(due))
		for _, kind := range kinds {
			announceTasks(tx, kind)
		}
		return err
	})
	return len(kinds), err
}

// DeadTasks returns up to limit dead letters, newest first.
func (s *Store) DeadTasks(ctx context.Context, limit int) ([]queue.Dead, error) {
	return deadTable.all(ctx, s.read, deadTasks+` LIMIT $1`, limit)
}

// taskEvents returns the events of the tasks that a transaction added.
func (t *txEvents) taskEvents() []event.Event {
	all := make([]event.Event, len(t.taskKinds))
	for i, kind := range t.taskKinds {
		all[i] = event.Event{Kind: event.TasksAdded, SubjectID: kind}
	}
	return all
}
