package control

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
)

// ErrNoNode is returned when no node runs on the folder.
var ErrNoNode = errors.New("no node runs on this data folder")

// Call runs a task in the running node and copies its output to w. It returns
// ErrNoNode when no node runs.
func Call(ctx context.Context, dataDir, task string, w io.Writer) error {
	answer, err := post(ctx, dataDir, task)
	if err != nil {
		return err
	}
	defer answer.Body.Close() //nolint:errcheck // all of it was read
	return copyAnswer(answer.Body, w)
}

// post sends a request to the running node. It returns ErrNoNode when no
// node runs. The caller closes the body.
func post(ctx context.Context, dataDir, task string) (*http.Response, error) {
	path := filepath.Join(dataDir, SocketName)
	client := &http.Client{
		Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
				if errors.Is(err, syscall.EINVAL) {
					return nil, explainLongPath(err)
				}
				if err != nil {
					return nil, errors.Join(ErrNoNode, err)
				}
				return conn, nil
			},
		},
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://linnet/"+task, http.NoBody)
	if err != nil {
		return nil, err
	}
	return client.Do(request)
}

// copyAnswer copies lines to w until the last one, which has the result.
func copyAnswer(answer io.Reader, w io.Writer) error {
	for lines := bufio.NewScanner(answer); lines.Scan(); {
		line := lines.Text()
		if line == done {
			return nil
		}
		if reason, found := strings.CutPrefix(line, failed); found {
			return errors.New(reason)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return errors.New("the node stopped before the task completed; run the command again")
}

// maxNodeError is the maximum size of an error message of the node, in bytes.
const maxNodeError = 4 << 10

// Download runs a task that writes an archive, and copies the archive to w. It returns
// ErrNoNode when no node runs.
func Download(ctx context.Context, dataDir, task string, w io.Writer) error {
	answer, err := post(ctx, dataDir, task)
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
