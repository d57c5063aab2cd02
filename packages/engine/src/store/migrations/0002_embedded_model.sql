-- Which model has given all memories of a bank their vectors. Null: not known, as for a bank since the model changed, or a new one; then a start
-- looks, and looks no more. (No foreign key: the list of models is not a bank's, and a number that names none is as good as null.)
ALTER TABLE bank ADD COLUMN embedded_model_id smallint;
