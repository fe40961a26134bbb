package fault

// MaxFields is the maximum number of field errors of a List. It bounds the
// response and the quadratic search for duplicates.
const MaxFields = 50

// List collects the field errors of one request, at most MaxFields. The zero
// value is ready to use.
type List struct {
	fields []Field
}

// Full reports whether the list has MaxFields errors. Loops over a list in the
// request should stop then: further errors are dropped.
func (l *List) Full() bool { return len(l.fields) >= MaxFields }

// Add adds an error for field. Only the first message of a field is stored. Add
// does nothing when the list is full.
func (l *List) Add(field, message string) {
	if l.Full() {
		return
	}
	for _, f := range l.fields {
		if f.Field == field {
			return
		}
	}
	l.fields = append(l.fields, Field{Field: field, Message: message})
}

// AddErr adds err as an error for field, or its field errors with field as a
// prefix. A nil err adds nothing.
func (l *List) AddErr(field string, err error) {
	if err == nil {
		return
	}
	f, ok := err.(*Error) //nolint:errorlint // validators return faults unwrapped
	if !ok {
		l.Add(field, err.Error())
		return
	}
	if len(f.Fields) == 0 {
		l.Add(field, f.Message)
	}
	for _, sub := range f.Fields {
		if l.Full() {
			return
		}
		l.Add(field+sub.Field, sub.Message)
	}
}

// Err returns nil for an empty list, else an Invalid fault with the sentence of
// the first field.
func (l *List) Err() error {
	if len(l.fields) == 0 {
		return nil
	}
	return &Error{Code: Invalid, Message: l.fields[0].Message, Fields: l.fields}
}
