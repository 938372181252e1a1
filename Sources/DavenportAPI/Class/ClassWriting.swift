// The JSON output of the area's answers (`JSONWritable`), with fields in the order of their declaration.

extension Student: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("user", user)
            $0.field("email", email)
            $0.field("since", since)
        }
    }
}

extension ClassTask: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("title", title)
            $0.field("description", description)
            $0.field("priority", priority.rawValue)
            $0.field("tags", tags)
            $0.field("maxPoints", maxPoints)
            $0.field("opensAt", opensAt)
            $0.field("dueAt", dueAt)
            $0.field("locksAt", locksAt)
            $0.field("closed", closed)
            $0.field("files", files)
            $0.field("teachers", teachers)
            $0.field("createdAt", createdAt)
            $0.field("editedAt", editedAt)
            $0.field("completedAt", completedAt)
            $0.field("archived", archived)
            $0.field("counts", counts)
        }
    }
}

extension TaskTeacher: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("user", user)
            $0.field("isHost", isHost)
            $0.field("since", since)
        }
    }
}

extension TaskCounts: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("todo", todo)
            $0.field("inProgress", inProgress)
            $0.field("submitted", submitted)
            $0.field("returned", returned)
            $0.field("done", done)
            $0.field("excused", excused)
            $0.field("late", late)
            $0.field("missing", missing)
            $0.field("unread", unread)
        }
    }
}

extension Assignment: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("task", task)
            $0.field("student", student)
            $0.field("state", state.rawValue)
            $0.field("closed", closed)
            $0.field("dueAt", dueAt)
            $0.field("locksAt", locksAt)
            $0.field("extendedTo", extendedTo)
            $0.field("attempt", attempt)
            $0.field("submittedAt", submittedAt)
            $0.field("openedAt", openedAt)
            $0.field("late", late)
            $0.field("missing", missing)
            $0.field("evaluation", evaluation)
            $0.field("draft", draft)
            $0.field("version", version)
            $0.field("readNumber", readNumber)
            $0.field("unreadCount", unreadCount)
            $0.field("attention", attention.rawValue)
            $0.field("lastActivityAt", lastActivityAt)
            $0.field("completedAt", completedAt)
            $0.field("archivesAt", archivesAt)
            $0.field("archived", archived)
        }
    }
}

extension AssignedTask: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("title", title)
            $0.field("description", description)
            $0.field("priority", priority.rawValue)
            $0.field("tags", tags)
            $0.field("maxPoints", maxPoints)
            $0.field("dueAt", dueAt)
            $0.field("locksAt", locksAt)
            $0.field("files", files)
            $0.field("teachers", teachers)
        }
    }
}

extension Evaluation: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("entryID", entryID)
            $0.field("attempt", attempt)
            $0.field("points", points)
            $0.field("word", word)
            $0.field("text", text)
            $0.field("at", at)
            $0.field("by", by)
        }
    }
}

extension EvaluationDraft: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("points", points)
            $0.field("word", word)
            $0.field("text", text)
            $0.field("by", by)
        }
    }
}

extension Entry: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("assignmentID", assignmentID)
            $0.field("number", number)
            $0.field("action", action.rawValue)
            $0.field("author", author)
            $0.field("at", at)
            $0.field("text", text)
            $0.field("files", files)
            $0.field("attempt", attempt)
            $0.field("points", points)
            $0.field("word", word)
            $0.field("extendedTo", extendedTo)
        }
    }
}

extension RecordedEntry: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("entry", entry)
            $0.field("assignment", assignment)
        }
    }
}

extension File: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("id", id)
            $0.field("name", name)
            $0.field("size", size)
            $0.field("type", type)
            $0.field("sha256", sha256)
            $0.field("createdAt", createdAt)
        }
    }
}

extension Board: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("tasks", tasks)
            $0.field("students", students)
            $0.field("cells", cells)
            $0.field("next", next)
        }
    }
}

extension Cell: JSONWritable {
    package func write(to json: inout JSONOutput) {
        json.object {
            $0.field("assignmentID", assignmentID)
            $0.field("taskID", taskID)
            $0.field("userID", userID)
            $0.field("state", state.rawValue)
            $0.field("closed", closed)
            $0.field("late", late)
            $0.field("missing", missing)
            $0.field("unreadCount", unreadCount)
            $0.field("points", points)
            $0.field("word", word)
        }
    }
}
