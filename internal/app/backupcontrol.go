package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"linnet/internal/config"
)

// Tasks that write an archive, without and with the content of databases.
const (
	backupTask          = "backup"
	backupDatabasesTask = "backup-databases"
)

// backupTasks returns the tasks that write an archive.
func (n *Node) backupTasks() map[string]controlTask {
	return map[string]controlTask{backupTask: n.backup(false), backupDatabasesTask: n.backup(true)}
}

// serveBackup writes an archive as the response. An error before the first byte
// is a status 500 with the message; a later one aborts the connection, so that the
// client detects the incomplete archive.
func serveBackup(w http.ResponseWriter, r *http.Request, backup controlTask) {
	out := &countingWriter{w: w}
	err := backup(r.Context(), out)
	switch {
	case err == nil:
	case out.n == 0:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		panic(http.ErrAbortHandler)
	}
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// maxNodeError is the maximum size of an error message of the node, in bytes.
const maxNodeError = 4 << 10

// requestBackup copies an archive from the running node to w; errNoNode
// when none runs.
func requestBackup(ctx context.Context, cfg config.Config, w io.Writer) error {
	task := backupTask
	if cfg.BackupDatabases {
		task = backupDatabasesTask
	}
	answer, err := postToNode(ctx, cfg, task)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // read only
	if answer.StatusCode != http.StatusOK {
		text, err := io.ReadAll(io.LimitReader(answer.Body, maxNodeError))
		return errors.Join(errors.New(strings.TrimSpace(string(text))), err)
	}
	if _, err := io.Copy(w, answer.Body); err != nil {
		return fmt.Errorf("the node did not complete the backup, see its log: %w", err)
	}
	return nil
}
