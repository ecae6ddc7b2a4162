// Disks in memory, as SQLite's default file system. Each disk belongs to one simulated host and models durability: what
// was not synced may be lost when the power fails.
#ifndef LATCHKEY_SIMULATED_DISK_H
#define LATCHKEY_SIMULATED_DISK_H

#include <stdint.h>
#include <stddef.h>

typedef struct latchkey_disk latchkey_disk;
typedef struct latchkey_disk_image latchkey_disk_image;

// What a disk did to its users: writes refused because it was full, accesses that failed, processes that died at a sync.
typedef struct {
    int full, errors, deaths;
} latchkey_disk_faults;

// Makes the simulated disks SQLite's default file system, and forgets all disks and SQLite's random state.
int latchkey_disks_reset(void);

// Creates a disk. The path of a file is the disk's name, a slash and the file's name.
latchkey_disk *latchkey_disk_create(const char *name, uint64_t seed);

// Ends the process that uses the disk: every open file fails from now on. With power_loss, each write since the last sync
// is kept, lost or torn at a sector, at random.
void latchkey_disk_kill(latchkey_disk *disk, int power_loss);

// The number of kills so far, by which a user of the disk recognises that its process has ended.
int latchkey_disk_generation(const latchkey_disk *disk);

// Lets the process die at the nth sync from now: before the data of that sync is durable, or right after.
void latchkey_disk_die_at_sync(latchkey_disk *disk, int nth, int after);

// Limits the bytes by which files may still grow; negative for no limit.
void latchkey_disk_set_free(latchkey_disk *disk, int64_t bytes);

// Lets the nth write, read or sync from now fail with an I/O error; 0 for none.
void latchkey_disk_fail(latchkey_disk *disk, int nth_write, int nth_read, int nth_sync);

// Returns the faults since the last call.
latchkey_disk_faults latchkey_disk_take_faults(latchkey_disk *disk);

// While paused, no read fails: the simulation itself looks at the files.
void latchkey_disk_pause_faults(latchkey_disk *disk, int paused);

// Copies the files of the disk as the operating system sees them; without_log leaves out write-ahead logs.
latchkey_disk_image *latchkey_disk_copy(const latchkey_disk *disk, int without_log);

// Replaces all files of the disk by those of a copy. The process that used the disk must have been killed.
void latchkey_disk_restore(latchkey_disk *disk, const latchkey_disk_image *image);

void latchkey_disk_image_free(latchkey_disk_image *image);

// Removes every file, as after the loss of the host.
void latchkey_disk_wipe(latchkey_disk *disk);

#endif
