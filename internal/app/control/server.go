// Package control lets commands run tasks in the node of a data folder, through a
// socket in that folder: only one process can open the click store, and a node caches
// the records.
package control

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// SocketName is the name of the socket in the data folder. Processes with access to
// the folder can use it.
const SocketName = "control.sock"

// Names of tasks.
const (
	Backup          = "backup"           // writes an archive
	BackupDatabases = "backup-databases" // writes an archive with the content of databases
	ConfirmClock    = "confirm-clock"    // resumes retention
	CopyClicks      = "copy-clicks"      // copies the click store into the data folder
	Health          = "health"           // writes the state of each readiness check
	PublicURL       = "public-url"       // writes the public URL
	Reclassify      = "reclassify"       // classifies the stored clicks again
	Refresh         = "refresh"          // evicts what is cached of the records
	ReopenClicks    = "reopen-clicks"    // opens the click store after it was rebuilt
)

// Healthy is the state of a component without an error, in the output of Health.
const Healthy = "ok"

// The last line of the response to a task that writes no archive.
const (
	done   = "done"
	failed = "failed: "
)

// Task is an operation that commands can run in the node. It writes its output to w.
type Task func(ctx context.Context, w io.Writer) error

// Listen opens the socket in a data folder. The caller must hold the lock of the
// folder's journal.
func Listen(ctx context.Context, dataDir string) (net.Listener, error) {
	path := filepath.Join(dataDir, SocketName)
	// A killed process leaves its socket.
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("control: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", path)
	if err != nil {
		return nil, fmt.Errorf("control: %w", explainLongPath(err))
	}
	return listener, nil
}

// explainLongPath adds the reason to the error of a system, which limits the paths of
// sockets to about 100 bytes and calls longer ones an invalid argument.
func explainLongPath(err error) error {
	if !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return fmt.Errorf("the path of the data folder is too long for a socket in it; use a folder with a shorter path: %w", err)
}

// Serve serves tasks, and those that write archives, until ctx ends. It closes the
// listener.
func Serve(ctx context.Context, listener net.Listener, tasks, archives map[string]Task) error {
	mux := http.NewServeMux()
	for name, archive := range archives {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) { serveArchive(w, r, archive) })
	}
	for name, task := range tasks {
		mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
			if err := task(r.Context(), w); err != nil {
				fmt.Fprintf(w, "%s%v\n", failed, err)
				return
			}
			fmt.Fprintln(w, done)
		})
	}
	server := &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx }, // tasks are cancelled with the node
	}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("control: %w", err)
	}
	return nil
}

// serveArchive writes an archive as the response. An error before the first byte
// is a status 500 with the message; a later one aborts the connection, so that the
// client detects the incomplete archive.
func serveArchive(w http.ResponseWriter, r *http.Request, archive Task) {
	out := &countingWriter{w: w}
	err := archive(r.Context(), out)
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
