package apikit

import "io"

// generatedFile is a file that is made while it is read.
type generatedFile struct {
	next   func([]byte) ([]byte, error)
	buffer []byte // of the last call of next
	unread []byte // its end, or the beginning of the file
	err    error  // of next
}

// GeneratedFile returns a file that begins with head. next appends the bytes that
// follow to an empty slice and returns it; its error, io.EOF at the end, is that of
// the reader after those bytes.
func GeneratedFile(head []byte, next func(buffer []byte) ([]byte, error)) io.ReadCloser {
	return &generatedFile{next: next, unread: head}
}

// Read implements io.Reader.
func (f *generatedFile) Read(p []byte) (int, error) {
	for len(f.unread) == 0 {
		if f.err != nil {
			return 0, f.err
		}
		f.buffer, f.err = f.next(f.buffer[:0])
		f.unread = f.buffer
	}
	n := copy(p, f.unread)
	f.unread = f.unread[n:]
	return n, nil
}

// Close implements io.Closer.
func (f *generatedFile) Close() error { return nil }
