package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A spill is a second folder, on another disk, for the records in memory when the journal
// is closed while its own disk fails. Its files are sealed segments at the positions of
// the records, so that the next Open reads each record once: they are removed with the
// segments that the consumer has passed.

// spillPart is the suffix of an incomplete file.
const spillPart = ".part"

// spill writes the blocks of the queue to Options.Spill.
func (j *Journal) spill(queue []*block) error {
	if err := os.MkdirAll(filepath.Dir(j.opts.Spill), 0o700); err != nil {
		return err
	}
	if err := os.Mkdir(j.opts.Spill, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := checkSpill(j.opts.Spill); err != nil {
		return err
	}
	for len(queue) > 0 {
		n := 1
		for n < len(queue) && queue[n].base == queue[n-1].end() {
			n++
		}
		if err := j.spillSegment(queue[:n]); err != nil {
			return err
		}
		queue = queue[n:]
	}
	return syncDir(j.opts.Spill)
}

// spillSegment writes a segment of consecutive blocks.
func (j *Journal) spillSegment(blocks []*block) error {
	h := header{base: blocks[0].base}
	for _, b := range blocks {
		h.used += len(b.data)
	}
	path := segmentPath(j.opts.Spill, h.base)
	f, err := os.OpenFile(filepath.Clean(path+spillPart), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(h.encode())
	for _, b := range blocks {
		if err == nil {
			_, err = f.Write(b.data)
		}
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(path+spillPart))
	}
	return os.Rename(path+spillPart, path)
}

// checkSpill refuses a folder that another user of the machine can write to or read, or
// has made: the default one is in the temporary folder.
func checkSpill(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() || !isPrivate(info) {
		return fmt.Errorf("%s is not a folder of this user alone", dir)
	}
	return nil
}

// spilled returns the paths of the segments in the spill.
func (j *Journal) spilled() (paths []string) {
	if j.opts.Spill == "" {
		return nil
	}
	entries, err := os.ReadDir(j.opts.Spill)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = checkSpill(j.opts.Spill)
	}
	if err != nil {
		j.opts.Log.Error("second place of the journal not usable", "dir", j.opts.Spill, "err", err)
		return nil
	}
	for _, e := range entries {
		if _, setAside, ok := segmentNumber(e.Name()); ok && !setAside && strings.HasSuffix(e.Name(), suffix) {
			paths = append(paths, filepath.Join(j.opts.Spill, e.Name()))
		}
	}
	if len(paths) > 0 {
		j.opts.Log.Warn("clicks found that an earlier process could not write to the journal's disk", "dir", j.opts.Spill, "files", len(paths))
	}
	return paths
}
