package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"linnet/internal/base/ident"
)

// identityFile is the name of the file with the identity of a journal.
const identityFile = "identity"

// FolderLock prevents other processes from opening a journal. The system releases it
// when the process ends, however it ends.
type FolderLock struct {
	dir    string
	file   *os.File
	unlock sync.Once
}

// Errors of Lock.
var (
	ErrLocked  = errors.New("another process has the folder open")
	ErrNoLocks = errors.New("the file system does not support locks")
)

// lockError returns the error of locking a folder. held reports that another process
// has the lock; all other causes are of the file system.
func lockError(dir string, held bool, cause error) error {
	reason := ErrNoLocks
	if held {
		reason = ErrLocked
	}
	return fmt.Errorf("journal: lock %s: %w: %w", dir, reason, cause)
}

// Lock locks the folder of a journal for this process and creates it if necessary.
// The error is ErrLocked when another process has the lock, and ErrNoLocks when no
// process can have one.
func Lock(dir string) (*FolderLock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("lock the journal: %w", err)
	}
	file, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	return &FolderLock{dir: dir, file: file}, nil
}

// Close releases the lock.
func (l *FolderLock) Close() (err error) {
	l.unlock.Do(func() { err = unlockDir(l.file) })
	return err
}

// Identity returns the identity of the journal in the folder, and creates one if it
// has none. A copy of the folder has the same identity.
func (l *FolderLock) Identity() (string, error) {
	path := filepath.Join(l.dir, identityFile)
	text, err := os.ReadFile(path)
	if id := strings.TrimSpace(string(text)); err == nil && strings.HasPrefix(id, ident.Journal+"_") {
		return id, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the identity of the journal: %w", err)
	}
	id := ident.New(ident.Journal)
	if err := writeSynced(path, id+"\n"); err != nil {
		return "", fmt.Errorf("store the identity of the journal: %w", err)
	}
	return id, syncDir(l.dir)
}

// writeSynced replaces a file by a new one whose content survives a crash of the
// machine.
func writeSynced(path, text string) error {
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
