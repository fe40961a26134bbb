package mailer

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"

	"linnet/internal/base/clock"
	"linnet/internal/base/ident"
)

// keepFiles is how long a mail stays in the folder.
const keepFiles = 30 * 24 * time.Hour

// folder writes mails as .eml files, which mail programs open. Only the
// operator's own account can read them: they may hold links that set a
// password.
type folder struct {
	dir string
	clk clock.Clock
}

func (f folder) String() string { return "the folder " + f.dir }

func (f folder) send(_ context.Context, m *gomail.Msg) error {
	var content bytes.Buffer
	if _, err := m.WriteTo(&content); err != nil {
		return fmt.Errorf("write the mail: %w", err)
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return fmt.Errorf("make the folder: %w", err)
	}
	now := f.clk.Now()
	// The name sorts by time; the part after it keeps two of a moment apart.
	name := now.UTC().Format("20060102T150405.000Z") + "-" + strings.ToLower(ident.Alias(ident.AliasLower, 6)) + ".eml"
	if err := os.WriteFile(filepath.Join(f.dir, name), content.Bytes(), 0o600); err != nil {
		return fmt.Errorf("write the file: %w", err)
	}
	return f.tidy(now)
}

// tidy removes mails that are older than keepFiles.
func (f folder) tidy(now time.Time) error {
	files, err := filepath.Glob(filepath.Join(f.dir, "*.eml"))
	if err != nil {
		return fmt.Errorf("list the folder: %w", err)
	}
	oldest := now.Add(-keepFiles).UTC().Format("20060102T150405.000Z")
	for _, file := range files {
		if filepath.Base(file) >= oldest {
			break // Glob sorts, and names sort by time
		}
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("remove an old mail: %w", err)
		}
	}
	return nil
}
