from django.db import models


class Person(models.Model):
    first_name = models.CharField(max_length=80)
    last_name = models.CharField(max_length=80, db_index=True)
    phone = models.CharField(max_length=40)
    address = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.first_name} {self.last_name}"
