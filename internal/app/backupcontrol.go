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

const backupTask = "backup"

// serveBackup answers with an archive. An error before its first byte becomes
// status 500 with the sentence; a later one breaks the connection off, so that
// the client cannot take a part for the whole.
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

// maxNodeError bounds the sentence that a node answers with, in bytes.
const maxNodeError = 4 << 10

// askNodeForBackup copies an archive from the running node to w; errNoNode
// when none runs.
func askNodeForBackup(ctx context.Context, cfg config.Config, w io.Writer) error {
	answer, err := postToNode(ctx, cfg, backupTask)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // it was only read
	if answer.StatusCode != http.StatusOK {
		text, err := io.ReadAll(io.LimitReader(answer.Body, maxNodeError))
		return errors.Join(errors.New(strings.TrimSpace(string(text))), err)
	}
	if _, err := io.Copy(w, answer.Body); err != nil {
		return fmt.Errorf("the node did not finish the backup; its log says why: %w", err)
	}
	return nil
}
